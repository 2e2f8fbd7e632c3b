// Conditions are ignored: branches may be taken in any combination.
#include "../assertions.h"

static int a, b;

int main(void) {
    int which = unknown(1);
    int *p = which ? &a : &b;
    assert_no_alias(p, &b);
    int *q = which ? &b : &a;
    assert_no_alias(p, q);
    return 0;
}
