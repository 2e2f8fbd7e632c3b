// Functions of the C library that access bytes outside of an object.
#include <stdlib.h>
#include <string.h>
#include "programs.h"

static int numbers[5];

static int set(void) {
    char b[4];
    memset(b, 0, PICK(5, 4)); // error: out-of-bounds-access
    return b[0];
}

static int copied_from(void) {
    int *p = malloc(64);
    if (!p) return 0;
    memcpy(p, numbers, PICK(24, 20)); // error: out-of-bounds-access
    free(p);
    return 0;
}

static int copied_to(void) {
    int *p = malloc(8);
    if (!p) return 0;
    memmove(p, numbers, PICK(9, 8)); // error: out-of-bounds-access
    free(p);
    return 0;
}

static int string(void) {
    char b[4];
    strcpy(b, PICK("long", "too")); // error: out-of-bounds-access
    return b[0];
}

static int compared(void) {
    char a[8] = {0}, b[8] = {0};
    return memcmp(a, b, PICK(9, 8)); // error: out-of-bounds-access
}

static int without_end(void) {
    char a[3] = {'a', 'b', PICK('c', 0)};
    return (int)strlen(a); // error: out-of-bounds-access
}

PROGRAMS(set, copied_from, copied_to, string, compared, without_end)
