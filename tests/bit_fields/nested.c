// Structures in structures.
#include "access.h"

typedef struct Inner {
    unsigned char a : 3;
    unsigned char b : 4;
} Inner;
#define Inner_FIELDS(F) F(Inner, a, a) F(Inner, b, b)
PROGRAM(Inner)

typedef struct Outer {
    unsigned o : 5;
    Inner inner;
    unsigned p : 19;
} Outer;
#define Outer_FIELDS(F) F(Outer, o, o) F(Outer, inner_a, inner.a) F(Outer, inner_b, inner.b) F(Outer, p, p)
PROGRAM(Outer)

typedef struct Deep {
    char name[6];
    struct {
        long first;
        struct {
            short plain;
            unsigned x : 7;
            signed y : 8;
        } third;
    } second;
} Deep;
#define Deep_FIELDS(F) F(Deep, second_third_x, second.third.x) F(Deep, second_third_y, second.third.y)
PROGRAM(Deep)

typedef struct Tree {
    struct Tree *left, *right;
    unsigned color : 1;
    unsigned depth : 13;
} Tree;
#define Tree_FIELDS(F) F(Tree, color, color) F(Tree, depth, depth) F(Tree, left_color, left->color) F(Tree, right_depth, left->right->depth)
PROGRAM(Tree)
