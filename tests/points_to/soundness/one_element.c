// Arrays of one element: pointers past it, from which programs step back.
// BUILDS: O0 O0-mem2reg O1
#include "../assertions.h"
#include <stdlib.h>

static int a, b;

struct pair {
    int *first;
    int *second;
};

struct packet {
    long length;
    struct pair pairs[1];
};

__attribute__((noinline)) static struct pair *last(struct pair *pairs, long count) {
    return pairs + count - 1;
}

__attribute__((noinline)) static struct pair *end(struct pair *pairs, long count) {
    while (count-- > 0) {
        pairs++;
    }
    return pairs;
}

__attribute__((noinline)) static int *second_of_last(struct pair *pairs, long count) {
    struct pair *it = pairs + count;
    while (it != pairs) {
        it--;
        if (it->second) {
            return it->second;
        }
    }
    return 0;
}

int main(void) {
    struct pair pair = {&a, &b};
    assert_may_alias(last(&pair, 1 + zero)->first, &a);
    assert_may_alias(second_of_last(&pair, 1 + zero), &b);
    assert_may_alias(end(&pair, 1 + zero)[-1].second, &b);

    struct pair *allocated = malloc(sizeof *allocated);
    allocated->first = &b;
    allocated->second = &a;
    assert_may_alias(last(allocated, 1 + zero)->first, &b);
    assert_may_alias(second_of_last(allocated, 1 + zero), &a);

    struct packet packet = {1, {{&a, &b}}};
    assert_may_alias(last(packet.pairs, packet.length)->second, &b);
    free(allocated);
}
