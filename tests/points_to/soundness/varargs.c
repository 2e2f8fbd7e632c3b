// Variable arguments: in registers and on the stack, copied lists, and lists handed on.
#include <stdarg.h>
#include "../assertions.h"

static int a, b, c;

struct pair {
    int *first, *second;
};
struct large {
    int *members[5];
};

__attribute__((noinline)) static int *pick(int position, ...) {
    va_list list;
    va_start(list, position);
    int *chosen = 0;
    for (int i = 0; i <= position; i++) chosen = va_arg(list, int *);
    va_end(list);
    return chosen;
}

__attribute__((noinline)) static int *pick_from(int position, va_list list) {
    va_list copy;
    va_copy(copy, list);
    int *chosen = 0;
    for (int i = 0; i <= position; i++) chosen = va_arg(copy, int *);
    va_end(copy);
    return chosen;
}

__attribute__((noinline)) static int *forward(int position, ...) {
    va_list list;
    va_start(list, position);
    int *chosen = pick_from(position, list);
    va_end(list);
    return chosen;
}

__attribute__((noinline)) static void store_all(int count, ...) {
    va_list list;
    va_start(list, count);
    while (count--) *va_arg(list, int **) = &c;
    va_end(list);
}

__attribute__((noinline)) static int *structures(double number, ...) {
    va_list list;
    va_start(list, number);
    struct pair pair = va_arg(list, struct pair);
    struct large large = va_arg(list, struct large);
    va_end(list);
    assert_may_alias(pair.second, &b);
    return large.members[3];
}

static int *(*volatile through_pointer)(int, ...) = pick;

int main(void) {
    assert_may_alias(pick(0, &a), &a);
    assert_may_alias(pick(1, &a, &b), &b);
    assert_may_alias(pick(8, 0L, 0L, 0L, 0L, 0L, 0L, 0L, &a, &c), &c);
    assert_may_alias(forward(1, &b, &a), &a);
    assert_may_alias(through_pointer(0, &b), &b);
    int *one, *other;
    store_all(2, &one, &other);
    assert_may_alias(other, &c);
    struct pair pair = {&a, &b};
    struct large large = {{0, 0, 0, &c, 0}};
    assert_may_alias(structures(1.5, pair, large), &c);
    return 0;
}
