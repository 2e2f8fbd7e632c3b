// Fields of several types and widths in one word.
#include "access.h"

typedef struct Two {
    unsigned a : 3;
    unsigned b : 4;
} Two;
#define Two_FIELDS(F) F(Two, a, a) F(Two, b, b)
PROGRAM(Two)

typedef struct Three {
    unsigned a : 1;
    unsigned b : 7;
    unsigned c : 24;
} Three;
#define Three_FIELDS(F) F(Three, a, a) F(Three, b, b) F(Three, c, c)
PROGRAM(Three)

typedef struct Mixed {
    char c : 2;
    int i : 2;
} Mixed;
#define Mixed_FIELDS(F) F(Mixed, c, c) F(Mixed, i, i)
PROGRAM(Mixed)

typedef struct Narrow {
    unsigned char a : 1;
    unsigned char b : 2;
    unsigned char c : 5;
} Narrow;
#define Narrow_FIELDS(F) F(Narrow, a, a) F(Narrow, b, b) F(Narrow, c, c)
PROGRAM(Narrow)

typedef struct Short {
    unsigned short a : 5;
    unsigned short b : 9;
    unsigned short c : 2;
} Short;
#define Short_FIELDS(F) F(Short, a, a) F(Short, b, b) F(Short, c, c)
PROGRAM(Short)

typedef struct Jump {
    int i : 3;
    char c : 6;
} Jump;
#define Jump_FIELDS(F) F(Jump, i, i) F(Jump, c, c)
PROGRAM(Jump)

typedef struct Shared {
    int i : 3;
    int c : 6;
} Shared;
#define Shared_FIELDS(F) F(Shared, i, i) F(Shared, c, c)
PROGRAM(Shared)

typedef struct Many {
    unsigned a : 1;
    unsigned b : 1;
    unsigned c : 1;
    unsigned d : 1;
    unsigned e : 1;
    unsigned f : 1;
    unsigned g : 10;
    unsigned h : 16;
} Many;
#define Many_FIELDS(F) F(Many, a, a) F(Many, b, b) F(Many, c, c) F(Many, d, d) F(Many, e, e) F(Many, f, f) F(Many, g, g) F(Many, h, h)
PROGRAM(Many)

// Several fields in one condition, and in consecutive assignments.
__attribute__((noinline)) int both_of_many(Many *it) { return it->a && !it->c && it->g == 7; }
__attribute__((noinline)) void clear_many(Many *it) { it->a = 0; it->b = 0; it->c = 0; it->h = 0; }
__attribute__((noinline)) void fill_many(Many *it, int x, int y) { it->g = x; it->h = y; it->d = x > y; }
__attribute__((noinline)) void toggle_many(Many *it) { it->e = !it->e; it->f ^= 1; }
int use_of_many(int x) { clear_many(&object_Many); fill_many(&object_Many, x, 3); toggle_many(&object_Many); return both_of_many(&object_Many); }
