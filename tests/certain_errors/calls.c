// Calls whose arguments make the callee access memory out of bounds.
#include <stdlib.h>
#include "programs.h"

static void set(int *p, int i) {
    p[i] = 1;
}

static int index_of_element(void) {
    int a[3];
    set(a, PICK(3, 2)); // error: undefined-call
    return 0;
}

static void set_next(int *p, int i) {
    set(p, i + 1);
}

static int two_levels(void) {
    int a[3];
    set_next(a, PICK(2, 1)); // error: undefined-call
    return 0;
}

static int length(void) {
    return 4;
}

static int result(void) {
    int a[4] = {0};
    return a[length() - PICK(0, 1)]; // error: out-of-bounds-access
}

static void fill(int *p, int count) {
    for (int i = 0; i < count; i++)
        p[i] = i;
}

static int loop(void) {
    int a[6];
    fill(a, PICK(7, 6)); // error: undefined-call
    return 0;
}

static void recursive(int *p, int i, int count) {
    if (i == count) return;
    p[i] = 0;
    recursive(p, i + 1, count);
}

static int recursion(void) {
    int a[6];
    recursive(a, 0, PICK(7, 6)); // error: undefined-call
    return 0;
}

static int through_pointer(void) {
    int a[3];
    void (*function)(int *, int) = set;
    function(a, PICK(3, 2)); // error: undefined-call
    return 0;
}

PROGRAMS(index_of_element, two_levels, result, loop, recursion, through_pointer)
