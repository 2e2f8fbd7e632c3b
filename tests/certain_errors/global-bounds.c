// Accesses outside of global variables.
#include <stddef.h>
#include "programs.h"

static int numbers[5] = {1, 2, 3, 4, 5};
static int *const first = &numbers[0];
static long wide = 3;
static struct {
    int length;
    int items[3];
} list;

static int before(void) {
    int i = PICK(-1, 0);
    return numbers[i]; // error: out-of-bounds-access
}

static int behind(void) {
    int i = 4;
    i += PICK(1, 0);
    numbers[i] = 1; // error: out-of-bounds-access
    return 0;
}

static int constant_pointer(void) {
    int i = PICK(5, 4);
    return first[i]; // error: out-of-bounds-access
}

static int behind_a_number(void) {
    long *p = &wide;
    p += PICK(1, 0);
    return (int)*p; // error: out-of-bounds-access
}

static int last_member(void) {
    int *p = &list.length;
    return p[PICK(4, 3)]; // error: out-of-bounds-access
}

PROGRAMS(before, behind, constant_pointer, behind_a_number, last_member)
