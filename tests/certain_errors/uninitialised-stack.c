// Branches on uninitialised variables.
#include "programs.h"

static int branch(void) {
    int x;
    PICK((void)0, x = 1);
    if (x) return 1; // error: branch-on-undefined
    return 2;
}

struct item {
    int kind;
    int value;
};

static int member(void) {
    struct item item;
    item.kind = 3;
    if (PICK(item.value, item.kind) == 2) return 1; // error: branch-on-undefined
    return 2;
}

static int element(void) {
    int a[4];
    a[0] = 1;
    for (int i = 0; i < 3; i++)
        a[i] = i;
    if (a[PICK(3, 2)] == 7) return 1; // error: branch-on-undefined
    return 2;
}

static int loop(void) {
    int count;
    PICK((void)0, count = 2);
    while (count != 0) // error: branch-on-undefined
        count--;
    return 2;
}

static void maybe(int *p) {
    PICK((void)p, *p = 1);
}

static int not_in_callee(void) {
    int x;
    maybe(&x);
    if (x == 1) return 1; // error: branch-on-undefined
    return 2;
}

PROGRAMS(branch, member, element, loop, not_in_callee)
