// Accesses outside of local arrays, by an index.
#include "programs.h"

static int behind(void) {
    int a[4];
    a[PICK(4, 3)] = 1; // error: out-of-bounds-access
    return 0;
}

static int row(void) {
    char a[3][5];
    a[PICK(3, 2)][0] = 1; // error: out-of-bounds-access
    return 0;
}

static int computed(void) {
    int a[6];
    int i = 2;
    i *= 3;
    a[PICK(i, i - 1)] = 1; // error: out-of-bounds-access
    return 0;
}

static int before(void) {
    int a[4] = {1, 2, 3, 4};
    int i = 3;
    return a[i - PICK(4, 3)]; // error: out-of-bounds-access
}

static const unsigned char indices[] = {1, 9, 5};

static int from_a_table(void) {
    int a[8] = {0};
    int i = indices[PICK(1, 2)];
    return a[i]; // error: out-of-bounds-access
}

static int element(int i) {
    int a[4] = {0};
    switch (i) {
    case PICK(7, 3): return a[i]; // error: out-of-bounds-access
    default: return 1;
    }
}

static int known_by_case(void) {
    return element(PICK(7, 3));
}

PROGRAMS(behind, row, computed, before, from_a_table, known_by_case)
