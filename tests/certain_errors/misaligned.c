// Accesses at insufficiently aligned addresses.
#include <stdlib.h>
#include "programs.h"

struct record {
    char kind;
    int value;
};

static int heap(void) {
    char *p = malloc(16);
    if (!p) return 0;
    *(int *)(p + PICK(1, 4)) = 1; // error: misaligned-access
    free(p);
    return 0;
}

static int stack(void) {
    _Alignas(8) char b[16] = {0};
    return *(short *)(b + PICK(3, 2)); // error: misaligned-access
}

static int structure(void) {
    _Alignas(8) char b[16] = {0};
    struct record *p = (struct record *)&b[PICK(2, 4)];
    return p->value; // error: misaligned-access
}

static int numbers[4];

static int double_in_integers(void) {
    double *p = malloc(24);
    if (!p) return 0;
    double *q = (double *)((int *)p + PICK(1, 2));
    *q = 1; // error: misaligned-access
    free(p);
    return 0;
}

static int read(const char *p) {
    return *(const int *)p;
}

static int in_callee(void) {
    return read((const char *)numbers + PICK(2, 4)); // error: undefined-call
}

PROGRAMS(heap, stack, structure, double_in_integers, in_callee)
