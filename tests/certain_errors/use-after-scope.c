// Accesses to variables of blocks that have been left.
#include "programs.h"

#define STORAGE PICK(, static)

static int block(void) {
    int *p;
    {
        STORAGE int x;
        x = 1;
        p = &x;
    }
    return *p; // error: use-after-lifetime
}

static int loop(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        STORAGE int x;
        x = i;
        p = &x;
    }
    *p = 3; // error: use-after-lifetime
    return 0;
}

static int branch(void) {
    int *p = 0, n = 3;
    if (n == 3) {
        STORAGE int a[2];
        a[1] = 1;
        p = a;
    }
    return p[1]; // error: use-after-lifetime
}

PROGRAMS(block, loop, branch)
