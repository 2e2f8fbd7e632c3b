// The result of arithmetic on two pointers as integers may point anywhere in either object.
#include <stdint.h>
#include "../assertions.h"

static int a[2], b[2];

int main(void) {
    uintptr_t one = (uintptr_t)a, other = (uintptr_t)b;
    volatile uintptr_t sum = one ^ other;
    assert_no_alias((int *)(sum ^ one), a);
    uintptr_t moved = one + 4 * (uintptr_t)unknown(1);
    assert_no_alias((int *)moved, a);
    return 0;
}
