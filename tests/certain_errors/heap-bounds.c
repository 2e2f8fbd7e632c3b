// Accesses outside of allocated memory.
#include <stdlib.h>
#include "programs.h"

static int behind(void) {
    int *p = malloc(4 * sizeof(int));
    if (!p) return 0;
    p[PICK(4, 3)] = 1; // error: out-of-bounds-access
    free(p);
    return 0;
}

static int before(void) {
    short *p = calloc(8, sizeof(short));
    if (!p) return 0;
    int result = p[PICK(-1, 0)]; // error: out-of-bounds-access
    free(p);
    return result;
}

static int at_the_end(void) {
    char *p = malloc(10);
    if (!p) return 0;
    char *end = p + 10;
    end += PICK(0, -1);
    *end = 0; // error: out-of-bounds-access
    free(p);
    return 0;
}

static int partly(void) {
    int *p = malloc(3 * sizeof(int));
    if (!p) return 0;
    *(long long *)(p + PICK(2, 0)) = 5; // error: out-of-bounds-access
    free(p);
    return 0;
}

struct pair {
    int first, second;
};

static int element(void) {
    struct pair *pairs = malloc(3 * sizeof *pairs);
    if (!pairs) return 0;
    pairs[PICK(3, 2)].second = 7; // error: out-of-bounds-access
    free(pairs);
    return 0;
}

PROGRAMS(behind, before, at_the_end, partly, element)
