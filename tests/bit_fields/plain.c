// Bit fields beside other members.
#include "access.h"

typedef struct Beside {
    char c;
    unsigned a : 4;
    unsigned b : 4;
    short s;
    unsigned d : 9;
} Beside;
#define Beside_FIELDS(F) F(Beside, a, a) F(Beside, b, b) F(Beside, d, d)
PROGRAM(Beside)

typedef struct Between {
    void *p;
    unsigned a : 6;
    unsigned b : 18;
    void *q;
    signed e : 30;
} Between;
#define Between_FIELDS(F) F(Between, a, a) F(Between, b, b) F(Between, e, e)
PROGRAM(Between)

typedef struct Floats {
    double d;
    unsigned a : 2;
    unsigned b : 3;
    float f;
} Floats;
#define Floats_FIELDS(F) F(Floats, a, a) F(Floats, b, b)
PROGRAM(Floats)

typedef struct Tail {
    long n;
    unsigned last : 1;
    unsigned kind : 2;
    char text[3];
} Tail;
#define Tail_FIELDS(F) F(Tail, last, last) F(Tail, kind, kind)
PROGRAM(Tail)
