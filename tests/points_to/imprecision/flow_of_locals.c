// Without mem2reg, local variables are memory, in which order does not count.
// BUILDS: O0
#include "../assertions.h"

static int a, b;

int main(void) {
    int *p = &a;
    int *before = p;
    p = &b;
    assert_no_alias(before, &b);
    assert_no_alias(p, &a);
    return 0;
}
