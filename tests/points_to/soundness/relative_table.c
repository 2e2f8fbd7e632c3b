// A switch between addresses becomes a table; in position-independent code, a table of 32-bit differences that
// `llvm.load.relative` reads.
// FLAGS: -fPIC
#include "../assertions.h"

static int a, b, c, d;

__attribute__((noinline)) static int *chosen(int number) {
    switch (number) {
    case 0: return &a;
    case 1: return &b;
    case 2: return &c;
    case 3: return &d;
    default: return 0;
    }
}

__attribute__((noinline)) static const char *name(int number) {
    static const char *const names[] = {"zero", "one", "two", "three", "four"};
    return names[number];
}

int main(void) {
    assert_may_alias(chosen(unknown(1)), &b);
    assert_may_alias(chosen(unknown(3)), &d);
    const char *one = name(unknown(1));
    assert_may_alias(name(unknown(1)), one);
    return 0;
}
