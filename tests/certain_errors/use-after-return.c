// Accesses to variables of functions that have returned.
#include "programs.h"

#define STORAGE PICK(, static)

static int *address(void) {
    STORAGE int x;
    x = 3;
    return &x;
}

static int returned(void) {
    return *address(); // error: use-after-lifetime
}

static void give(int **to) {
    STORAGE int a[4];
    a[2] = 1;
    *to = a;
}

static int parameter(void) {
    int *p;
    give(&p);
    p[2] = 5; // error: use-after-lifetime
    return 0;
}

struct view {
    int *start;
    int length;
};

static struct view view(void) {
    STORAGE int a[2];
    a[0] = a[1] = 1;
    struct view result = {&a[0], 2};
    return result;
}

static int member(void) {
    struct view it = view();
    return it.start[1]; // error: use-after-lifetime
}

static int *kept;

static void keep(void) {
    STORAGE int x;
    x = 4;
    kept = &x;
}

static int global(void) {
    keep();
    return *kept; // error: use-after-lifetime
}

static int *second(int *p) {
    return p + 1;
}

static int *through_another(void) {
    STORAGE int a[3];
    a[1] = 2;
    return second(a);
}

static int element(void) {
    int *p = through_another();
    *p = 1; // error: use-after-lifetime
    return 0;
}

PROGRAMS(returned, parameter, member, global, element)
