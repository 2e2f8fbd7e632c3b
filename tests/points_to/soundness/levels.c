// Pointers to pointers, recursion, and pointers that are advanced along arrays in loops.
#include <stdlib.h>
#include "../assertions.h"

static int a, b, c;

static void set(int ***to, int **from) { *to = from; }

static int **deeper(int depth, int **p) {
    int *local = *p;
    if (depth == 0) return p;
    int **result = deeper(depth - 1, &local);
    return *result == local ? p : 0;
}

static int *even(int n, int *p, int *q);
static int *odd(int n, int *p, int *q) { return n == 0 ? q : even(n - 1, q, p); }
static int *even(int n, int *p, int *q) { return n == 0 ? p : odd(n - 1, p, q); }

struct frame {
    struct frame *caller;
    int *variable;
};
static int *find(struct frame *frame, int depth) {
    struct frame own = {frame, depth ? &a : &b};
    if (depth) return find(&own, depth - 1);
    return own.caller->caller->variable;
}

int main(void) {
    int *one = &a, *other = &b, **middle = &one, ***outer = &middle;
    assert_may_alias(**outer, &a);
    set(outer, &other);
    assert_may_alias(*middle, &b);
    **outer = &c;
    assert_may_alias(other, &c);
    assert_may_alias(*deeper(unknown(3), &other), &c);
    assert_may_alias(even(unknown(2), &a, &b), &b);
    assert_may_alias(odd(unknown(1), &a, &b), &b);
    struct frame bottom = {0, &c};
    assert_may_alias(find(&bottom, unknown(1)), &c);

    // A step of one element, repeated.
    int *array[16] = {0};
    int **position = array;
    while (position - array < unknown(10)) *position++ = &a;
    *position = &b;
    assert_may_alias(array[10], &b);
    assert_may_alias(position, &array[10]);
    for (int **backwards = array + 15; backwards > array; backwards--)
        if (*backwards == &b) assert_may_alias(backwards, position);
    char *byte = (char *)array;
    for (int i = 0; i < unknown(80); i++) byte++;
    assert_may_alias(byte, &array[10]);
    void **chain = malloc(4 * sizeof *chain);
    for (int i = 0; i < 3; i++) chain[i] = &chain[i + 1];
    assert_may_alias(*(void **)chain[unknown(1)], &chain[3]);
    return 0;
}
