// Unnamed fields and zero-width fields.
#include "access.h"

typedef struct Zero {
    unsigned a : 5;
    unsigned : 0;
    unsigned b : 6;
} Zero;
#define Zero_FIELDS(F) F(Zero, a, a) F(Zero, b, b)
PROGRAM(Zero)

typedef struct ZeroChar {
    unsigned char a : 3;
    unsigned char : 0;
    unsigned char b : 2;
    unsigned char c : 5;
} ZeroChar;
#define ZeroChar_FIELDS(F) F(ZeroChar, a, a) F(ZeroChar, b, b) F(ZeroChar, c, c)
PROGRAM(ZeroChar)

typedef struct Unnamed {
    unsigned a : 5;
    unsigned : 7;
    unsigned b : 6;
    unsigned : 3;
    unsigned c : 4;
} Unnamed;
#define Unnamed_FIELDS(F) F(Unnamed, a, a) F(Unnamed, b, b) F(Unnamed, c, c)
PROGRAM(Unnamed)

typedef struct ZeroLong {
    unsigned long long a : 21;
    int : 0;
    int b : 9;
} ZeroLong;
#define ZeroLong_FIELDS(F) F(ZeroLong, a, a) F(ZeroLong, b, b)
PROGRAM(ZeroLong)
