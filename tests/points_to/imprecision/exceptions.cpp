// What is thrown anywhere may be caught anywhere, whatever its type.
#include "../assertions.h"

static int a;
static long b;

__attribute__((noinline)) static void one() { throw &a; }
__attribute__((noinline)) static void other() { throw &b; }

int main() {
    try {
        one();
    } catch (int *caught) {
        assert_no_alias(caught, &b);
    }
    try {
        other();
    } catch (long *caught) {
        assert_no_alias(caught, &a);
    }
    return 0;
}
