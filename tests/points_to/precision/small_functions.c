// The arguments and results of different callers of small functions are distinguished, even without contexts.
#include <stdlib.h>
#include "../assertions.h"

static int a, b;

__attribute__((noinline)) static int *identity(int *p) { return zero ? 0 : p; }
__attribute__((noinline)) static void *allocate(size_t size) { return malloc(size + zero); }

int main(void) {
    int *volatile one = identity(&a), *volatile other = identity(&b);
    assert_no_alias(one, other);
    int *first = allocate(4), *second = allocate(4);
    assert_no_alias(first, second);
    return 0;
}
