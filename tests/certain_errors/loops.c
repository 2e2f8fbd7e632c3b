// Loops with constant bounds that leave an object.
#include <stdlib.h>
#include "programs.h"

static int once_too_often(void) {
    int a[10];
    for (int i = 0; i < PICK(11, 10); i++)
        a[i] = i; // error: out-of-bounds-access
    return 0;
}

static int by_pointer(void) {
    int a[5];
    int *p = a, *end = a + 5;
    end += PICK(1, 0);
    while (p != end)
        *p++ = 1; // error: out-of-bounds-access
    return 0;
}

static int downwards(void) {
    int a[4] = {0}, sum = 0;
    for (int i = 3; i >= PICK(-1, 0); i--)
        sum += a[i]; // error: out-of-bounds-access
    return sum;
}

static int nested(void) {
    int a[12];
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 4; x++)
            a[y * PICK(5, 4) + x] = x; // error: out-of-bounds-access
    return 0;
}

static int steps(void) {
    char *p = malloc(8);
    if (!p) return 0;
    int i = 0;
    do {
        p[i] = 0; // error: out-of-bounds-access
        i += 3;
    } while (i < PICK(10, 8));
    free(p);
    return 0;
}

static int string(void) {
    char b[5];
    const char *text = PICK("tests", "test");
    char *to = b;
    while ((*to++ = *text++)) // error: out-of-bounds-access
        continue;
    return 0;
}

PROGRAMS(once_too_often, by_pointer, downwards, nested, steps, string)
