// Signed fields.
#include "access.h"

typedef struct Signed {
    signed a : 3;
    signed b : 5;
    signed c : 24;
} Signed;
#define Signed_FIELDS(F) F(Signed, a, a) F(Signed, b, b) F(Signed, c, c)
PROGRAM(Signed)

typedef struct SignedMix {
    signed a : 7;
    unsigned b : 7;
    signed c : 7;
    unsigned d : 11;
} SignedMix;
#define SignedMix_FIELDS(F) F(SignedMix, a, a) F(SignedMix, b, b) F(SignedMix, c, c) F(SignedMix, d, d)
PROGRAM(SignedMix)

typedef struct SignedChars {
    signed char a : 3;
    signed char b : 4;
    signed char c : 7;
} SignedChars;
#define SignedChars_FIELDS(F) F(SignedChars, a, a) F(SignedChars, b, b) F(SignedChars, c, c)
PROGRAM(SignedChars)

typedef struct SignedTop {
    unsigned a : 20;
    signed b : 12;
} SignedTop;
#define SignedTop_FIELDS(F) F(SignedTop, a, a) F(SignedTop, b, b)
PROGRAM(SignedTop)

typedef struct Fifteen {
    int i : 15;
    int j : 15;
} Fifteen;
#define Fifteen_FIELDS(F) F(Fifteen, i, i) F(Fifteen, j, j)
PROGRAM(Fifteen)
