// Frees of memory that was not allocated.
#include <stdlib.h>
#include "programs.h"

static int numbers[4];

static int variable(void) {
    int x = 0;
    int *p = PICK(&x, 0);
    free(p); // error: invalid-free
    return x;
}

static int global(void) {
    int *p = PICK(numbers, malloc(8));
    free(p); // error: invalid-free
    return 0;
}

static int interior(void) {
    int *p = malloc(8);
    if (!p) return 0;
    free(p + PICK(1, 0)); // error: invalid-free
    return 0;
}

static int literal(void) {
    char *p = PICK("text", malloc(5));
    free(p); // error: invalid-free
    return 0;
}

static int advanced(void) {
    char *p = malloc(4);
    if (!p) return 0;
    for (int i = 0; i < 4; i++)
        *p++ = 0;
    free(p - PICK(0, 4)); // error: invalid-free
    return 0;
}

PROGRAMS(variable, global, interior, literal, advanced)
