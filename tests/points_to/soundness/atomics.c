// Atomic operations on pointers, and on integers that contain pointers.
#include <stdatomic.h>
#include <stdint.h>
#include "../assertions.h"

static int a, b, c;
static int array[4];
static _Atomic(int *) cell = &a;
static atomic_uintptr_t word;
static _Atomic(struct pair { int *first, *second; }) both;

int main(void) {
    assert_may_alias(atomic_load(&cell), &a);
    assert_may_alias(atomic_exchange(&cell, &b), &a);
    assert_may_alias(atomic_load(&cell), &b);
    int *expected = &c;
    assert_may_alias(atomic_compare_exchange_strong(&cell, &expected, &c) ? 0 : expected, &b);
    atomic_compare_exchange_strong(&cell, &expected, &c);
    assert_may_alias(cell, &c);
    int *before = __sync_val_compare_and_swap((int **)&cell, &c, &a);
    assert_may_alias(before, &c);
    assert_may_alias(__sync_lock_test_and_set((int **)&cell, &b), &a);

    word = (uintptr_t)array;
    assert_may_alias((int *)atomic_fetch_add(&word, 8), array);
    assert_may_alias((int *)atomic_load(&word), array + 2);
    atomic_fetch_or(&word, 1);
    atomic_fetch_and(&word, ~(uintptr_t)1);
    assert_may_alias((int *)word, array + 2);
    _Atomic(int *) moving = array;
    assert_may_alias(atomic_fetch_add(&moving, 1), array);
    assert_may_alias(atomic_load(&moving), array + 1);
    return 0;
}
