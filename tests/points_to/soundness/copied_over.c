// Copies to the middle of a structure overwrite the members that they reach, and leave the others unchanged.
#include <stddef.h>
#include <string.h>

#include "../assertions.h"

struct triple {
    int *first, *second, *third;
};

static int a, b, c, d;

static void copy(void *to, const void *from, size_t size) { memcpy(to, from, size); }

static void copy_two(struct triple *to, const struct triple *from) { memcpy(&to->second, from, 2 * sizeof(int *)); }

int main() {
    struct triple from = {&b, &c, &d};
    volatile size_t two = 2 * sizeof(int *);

    struct triple to = {&a, &a, &a};
    memcpy(&to.second, &from, 2 * sizeof(int *));
    assert_may_alias(to.first, &a);
    assert_may_alias(to.second, &b);
    assert_may_alias(to.third, &c);

    struct triple by_size = {&a, &a, &a};
    copy(&by_size.second, &from.second, sizeof(int *));
    assert_may_alias(by_size.first, &a);
    assert_may_alias(by_size.second, &c);
    assert_may_alias(by_size.third, &a);

    struct triple by_unknown_size = {&a, &a, &a};
    copy(&by_unknown_size.second, &from, two);
    assert_may_alias(by_unknown_size.first, &a);
    assert_may_alias(by_unknown_size.second, &b);
    assert_may_alias(by_unknown_size.third, &c);

    struct triple through = {&a, &a, &a};
    copy_two(&through, &from);
    assert_may_alias(through.first, &a);
    assert_may_alias(through.second, &b);
    assert_may_alias(through.third, &c);

    // The first byte that is copied is in the middle of a pointer.
    struct triple apart = {&a, &a, &a};
    memcpy((char *)&apart.first + 4, (char *)&from.second + 4, 4 + sizeof(int *));
    assert_may_alias(apart.second, &d);
    assert_may_alias(apart.third, &a);
}
