// Code that runs before and after `main`, and the arguments of `main`.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

extern char **environ;

static int a, b;
static int *made_early;
static int *last;

__attribute__((constructor)) static void early(void) { made_early = &a; }
__attribute__((constructor(101))) static void first(int argc, char **argv, char **variables) {
    assert_may_alias(*variables, *environ);
}
__attribute__((destructor)) static void late(void) { assert_may_alias(last, &b); }

int main(int argc, char **argv, char **variables) {
    assert_may_alias(made_early, &a);
    last = &b;
    char **moving = argv;
    assert_may_alias(moving[unknown(0)], argv[0]);
    char *name = strrchr(argv[0], argv[0][0]);
    assert_may_alias(argv[0] + (name - argv[0]), name);
    assert_may_alias(environ, variables);
    assert_may_alias(environ[unknown(0)], variables[0]);
    putenv("POINTS_TO=here");
    char *value = getenv("POINTS_TO"), *found = 0;
    for (char **entry = environ; *entry; entry++)
        if (!strncmp(*entry, "POINTS_TO=", 10)) found = *entry;
    assert_may_alias(found + 10, value);
    return 0;
}
