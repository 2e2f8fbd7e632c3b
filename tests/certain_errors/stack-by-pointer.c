// Accesses outside of local variables, through pointers.
#include <stddef.h>
#include "programs.h"

static int moved(void) {
    int a[4] = {0};
    int *p = a + 2;
    p += 1;
    return *(p + PICK(1, 0)); // error: out-of-bounds-access
}

static int backwards(void) {
    int a[4] = {0};
    int *last = &a[3];
    return last[PICK(-4, -3)]; // error: out-of-bounds-access
}

static int bytes(void) {
    int x = 0;
    char *p = (char *)&x;
    p[PICK(4, 3)] = 1; // error: out-of-bounds-access
    return x;
}

static int stored(void) {
    int a[2] = {0};
    int *p = a;
    int **q = &p;
    *q += 1;
    return (*q)[PICK(1, 0)]; // error: out-of-bounds-access
}

static int distance(void) {
    int a[4] = {0};
    int *first = &a[0], *last = &a[3];
    ptrdiff_t length = last - first;
    return last[PICK(length, -length)]; // error: out-of-bounds-access
}

PROGRAMS(moved, backwards, bytes, stored, distance)
