// Packed structures: fields cross the boundaries of units.
#include "access.h"

typedef struct __attribute__((packed)) Packed {
    int i : 3;
    char c : 6;
} Packed;
#define Packed_FIELDS(F) F(Packed, i, i) F(Packed, c, c)
PROGRAM(Packed)

typedef struct __attribute__((packed)) PackedMore {
    unsigned a : 5;
    unsigned b : 13;
    unsigned c : 29;
    unsigned d : 9;
} PackedMore;
#define PackedMore_FIELDS(F) F(PackedMore, a, a) F(PackedMore, b, b) F(PackedMore, c, c) F(PackedMore, d, d)
PROGRAM(PackedMore)

typedef struct __attribute__((packed)) PackedPlain {
    char first;
    unsigned a : 11;
    unsigned b : 6;
    int last;
} PackedPlain;
#define PackedPlain_FIELDS(F) F(PackedPlain, a, a) F(PackedPlain, b, b)
PROGRAM(PackedPlain)

typedef struct __attribute__((packed)) PackedOdd {
    unsigned a : 10;
    unsigned b : 14;
} PackedOdd;
#define PackedOdd_FIELDS(F) F(PackedOdd, a, a) F(PackedOdd, b, b)
PROGRAM(PackedOdd)

typedef struct __attribute__((packed)) PackedLong {
    unsigned long long a : 33;
    unsigned long long b : 30;
    unsigned c : 5;
} PackedLong;
#define PackedLong_FIELDS(F) F(PackedLong, a, a) F(PackedLong, b, b) F(PackedLong, c, c)
PROGRAM(PackedLong)

typedef struct __attribute__((packed, aligned(2))) Pragma {
    short s;
    unsigned a : 17;
    signed b : 6;
} Pragma;
#define Pragma_FIELDS(F) F(Pragma, a, a) F(Pragma, b, b)
PROGRAM(Pragma)
