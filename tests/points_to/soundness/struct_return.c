// Several pointers returned in one structure: in registers, through a hidden pointer, nested, and
// through a function pointer.
#include "../assertions.h"

struct pair {
    int *first, *second;
};
struct large {
    int *members[4];
    struct pair inner;
};

static int a, b, c;

__attribute__((noinline)) static struct pair make_pair(int *first, int *second) {
    struct pair pair = {first, second};
    if (unknown(0)) pair.first = &c;
    return pair;
}

__attribute__((noinline)) static struct pair swapped(struct pair pair) {
    return make_pair(pair.second, pair.first);
}

__attribute__((noinline)) static struct large make_large(int *p) {
    struct large large = {{0, p, 0, &a}, {p, &b}};
    large.members[unknown(2)] = &c;
    return large;
}

__attribute__((noinline)) static int *take_large(struct large large, int *other) {
    large.members[0] = other;
    return large.inner.second;
}

static struct pair (*volatile maker)(int *, int *) = make_pair;

int main(void) {
    struct pair pair = make_pair(&a, &b);
    assert_may_alias(pair.first, &a);
    assert_may_alias(pair.second, &b);
    assert_may_alias(swapped(pair).first, &b);
    assert_may_alias(swapped(pair).second, &a);
    struct large large = make_large(&c);
    assert_may_alias(large.members[1], &c);
    assert_may_alias(large.members[unknown(3)], &a);
    assert_may_alias(large.inner.second, &b);
    assert_may_alias(make_large(&b).inner.first, &b);
    assert_may_alias(take_large(large, &a), &b);
    assert_may_alias(maker(&c, &a).second, &a);
    return 0;
}
