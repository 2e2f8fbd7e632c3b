// Branches on uninitialised allocated memory.
#include <stdlib.h>
#include <string.h>
#include "programs.h"

static int branch(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    PICK((void)0, *p = 1);
    if (*p) return 1; // error: branch-on-undefined
    return 2;
}

static int other_element(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    p[1] = 1;
    if (p[PICK(2, 1)] == 5) return 1; // error: branch-on-undefined
    return 2;
}

static int choice(void) {
    int *p = malloc(8);
    if (!p) return 0;
    PICK((void)0, memset(p, 0, 8));
    switch (p[1]) { // error: branch-on-undefined
    case 1: return 3;
    case 2: return 4;
    default: return 5;
    }
}

struct item {
    int kind;
    int value;
};

static int member(void) {
    struct item *p = malloc(sizeof *p);
    if (!p) return 0;
    p->kind = 1;
    if (PICK(p->value, p->kind) != 0) return 1; // error: branch-on-undefined
    return 2;
}

static int sum(void) {
    int *p = malloc(8);
    if (!p) return 0;
    p[0] = 2;
    PICK((void)0, p[1] = 3);
    int total = p[0] + p[1];
    if (total == 5) return 1; // error: branch-on-undefined
    return 2;
}

PROGRAMS(branch, other_element, choice, member, sum)
