// With a call-string length of 2, wrappers of wrappers are distinguished.
// CONTEXT: 2
#include <stdlib.h>
#include "../assertions.h"

static int a, b;

__attribute__((noinline)) static int *identity(int *p) { return p; }
__attribute__((noinline)) static int *wrapper(int *p) { return identity(p); }
__attribute__((noinline)) static void *allocate(size_t size) { return malloc(size); }
__attribute__((noinline)) static void *checked(size_t size) {
    void *memory = allocate(size);
    if (!memory) abort();
    return memory;
}

int main(void) {
    assert_no_alias(wrapper(&a), &b);
    int *first = wrapper(&a), *second = wrapper(&b);
    assert_no_alias(first, second);
    int **one = checked(sizeof *one), **other = checked(sizeof *other);
    assert_no_alias(one, other);
    *one = &a;
    *other = &b;
    assert_no_alias(*one, *other);
    return 0;
}
