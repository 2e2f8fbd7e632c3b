// Variables whose address does not escape are analysed in the order of execution, even without mem2reg.
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
