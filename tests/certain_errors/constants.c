// Writes to constants.
#include <string.h>
#include "programs.h"

static const int limit = 5;
static int changing = 5;
static const struct {
    int x, y;
} origin = {1, 2};
static struct {
    int x, y;
} point;

static int literal(void) {
    char text[] = "hello";
    char *p = PICK("hello", text);
    p[0] = 'H'; // error: write-to-constant
    return 0;
}

static int global(void) {
    int *p = PICK((int *)&limit, &changing);
    *p = 6; // error: write-to-constant
    return 0;
}

static int copied(void) {
    char text[] = "long enough";
    char *p = PICK("long enough", text);
    strcpy(p, "short"); // error: write-to-constant
    return 0;
}

static int set(void) {
    memset(PICK((void *)&origin, &point), 0, sizeof point); // error: write-to-constant
    return 0;
}

static void capitalise(char *p) {
    *p -= 'a' - 'A';
}

static int in_callee(void) {
    char text[] = "name";
    capitalise(PICK("name", text)); // error: undefined-call
    return 0;
}

PROGRAMS(literal, global, copied, set, in_callee)
