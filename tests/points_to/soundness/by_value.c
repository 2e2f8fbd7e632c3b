// Large structures passed by value: the callee's copy has the contents of the caller's, including calls through a
// function pointer.
#include "../assertions.h"

struct large {
    long number;
    int *members[6];
    struct large *self;
};

static int a, b;
static struct large kept;

__attribute__((noinline)) static int *member(struct large large, int index) { return large.members[index]; }

__attribute__((noinline)) static struct large changed(struct large large, int *p) {
    large.members[0] = p;
    kept = large;
    return large;
}

__attribute__((noinline)) static int *inner(int depth, struct large large) {
    if (depth == 0) return large.members[5];
    large.members[5] = large.members[4];
    return inner(depth - 1, large);
}

static int *(*volatile through)(struct large, int) = member;

int main(void) {
    struct large large = {1, {0, &a, 0, 0, &b, 0}, &large};
    assert_may_alias(member(large, unknown(1)), &a);
    assert_may_alias(through(large, unknown(4)), &b);
    struct large other = changed(large, &b);
    assert_may_alias(other.members[0], &b);
    assert_may_alias(other.members[1], &a);
    assert_may_alias(kept.members[unknown(0)], &b);
    assert_may_alias(other.self, &large);
    assert_may_alias(inner(unknown(1), large), &b);
    return 0;
}
