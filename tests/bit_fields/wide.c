// Wide fields, and fields that no longer fit in their unit.
#include "access.h"

typedef struct Long {
    unsigned long long a : 40;
    unsigned long long b : 24;
} Long;
#define Long_FIELDS(F) F(Long, a, a) F(Long, b, b)
PROGRAM(Long)

typedef struct LongSigned {
    long long a : 50;
    long long b : 3;
    long long c : 11;
} LongSigned;
#define LongSigned_FIELDS(F) F(LongSigned, a, a) F(LongSigned, b, b) F(LongSigned, c, c)
PROGRAM(LongSigned)

typedef struct Next {
    unsigned a : 20;
    unsigned b : 20;
    unsigned c : 20;
} Next;
#define Next_FIELDS(F) F(Next, a, a) F(Next, b, b) F(Next, c, c)
PROGRAM(Next)

typedef struct Almost {
    unsigned long long a : 63;
    unsigned long long b : 1;
} Almost;
#define Almost_FIELDS(F) F(Almost, a, a) F(Almost, b, b)
PROGRAM(Almost)

typedef struct Crossing {
    unsigned short a : 12;
    unsigned short b : 12;
    unsigned c : 12;
    unsigned long long d : 60;
} Crossing;
#define Crossing_FIELDS(F) F(Crossing, a, a) F(Crossing, b, b) F(Crossing, c, c) F(Crossing, d, d)
PROGRAM(Crossing)
