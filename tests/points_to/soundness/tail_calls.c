// Calls that must be tail calls.
#include "../assertions.h"

static int a, b;

__attribute__((noinline)) static int *identity(int *p, int *q) { return q; }
__attribute__((noinline)) static int *forward(int *p, int *q) {
    __attribute__((musttail)) return identity(q, p);
}
static int *(*volatile pointer)(int *, int *) = identity;
__attribute__((noinline)) static int *indirect(int *p, int *q) {
    __attribute__((musttail)) return pointer(p, q);
}
__attribute__((noinline)) static void store(int **to, int *p) { *to = p; }
__attribute__((noinline)) static void store_later(int **to, int *p) {
    __attribute__((musttail)) return store(to, p);
}

int main(void) {
    assert_may_alias(forward(&a, &b), &a);
    assert_may_alias(indirect(&a, &b), &b);
    int *cell;
    store_later(&cell, &b);
    assert_may_alias(cell, &b);
    return 0;
}
