// Fields that are whole bytes, or fill their word.
#include "access.h"

typedef struct Bytes {
    unsigned a : 8;
    unsigned b : 8;
    unsigned c : 16;
} Bytes;
#define Bytes_FIELDS(F) F(Bytes, a, a) F(Bytes, b, b) F(Bytes, c, c)
PROGRAM(Bytes)

typedef struct Fills {
    unsigned a : 32;
    unsigned char b : 8;
    unsigned c : 1;
} Fills;
#define Fills_FIELDS(F) F(Fills, a, a) F(Fills, b, b) F(Fills, c, c)
PROGRAM(Fills)

typedef struct Three24 {
    unsigned a : 24;
    unsigned char tail;
} Three24;
#define Three24_FIELDS(F) F(Three24, a, a)
PROGRAM(Three24)
