// Atomic operations, variable arguments, volatile accesses and memmove do not merge distinct pointers.
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include "../assertions.h"

static int a, b, c;
static _Atomic(int *) one = &a;
static _Atomic(int *) other = &b;
static int *volatile watched = &a;
static int array[4];

__attribute__((noinline)) static int *second(int count, ...) {
    va_list list;
    va_start(list, count);
    int *chosen = va_arg(list, int *);
    va_end(list);
    return chosen;
}

int main(void) {
    int *expected = &a;
    atomic_compare_exchange_strong(&one, &expected, &c);
    assert_no_alias(atomic_load(&one), atomic_load(&other));
    assert_no_alias(atomic_exchange(&other, &b), &c);
    assert_no_alias(watched, &b);
    assert_no_alias(second(1, &a, &a), &b);
    uintptr_t word = (uintptr_t)&array[1];
    assert_no_alias((int *)(word + 4), &array[1]);
    assert_no_alias((int *)(word + 4), &a);
    assert_may_alias((int *)(word + 4), &array[2]);
    int **from = malloc(2 * sizeof *from);
    from[0] = &a;
    from[1] = &b;
    int **grown = realloc(from, 4 * sizeof *from);
    assert_no_alias(grown[0], grown[1]);
    return 0;
}
