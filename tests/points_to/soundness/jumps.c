// Jumps that are not explicit in the control flow: setjmp and longjmp, and goto to a computed label.
#include <setjmp.h>
#include "../assertions.h"

static int a, b, c;
static jmp_buf place;
static int *volatile carried;

__attribute__((noinline)) static void leave(int *p) {
    carried = p;
    longjmp(place, 1);
}

static int *interpret(const int *program, int *argument) {
    static const void *const labels[] = {&&load, &&other, &&stop};
    int *accumulator = 0;
    goto *labels[*program++];
load:
    accumulator = argument;
    goto *labels[*program++];
other:
    accumulator = accumulator == argument ? &b : &c;
    goto *labels[*program++];
stop:
    assert_may_alias(labels[unknown(2)], &&stop);
    return accumulator;
}

int main(void) {
    int *volatile local = &a;
    if (setjmp(place) == 0) {
        local = &b;
        leave(&c);
    }
    assert_may_alias(local, &b);
    assert_may_alias(carried, &c);
    const int first[] = {0, 2}, second[] = {0, 1, 2};
    assert_may_alias(interpret(first, &a), &a);
    assert_may_alias(interpret(second, &a), &b);
    return 0;
}
