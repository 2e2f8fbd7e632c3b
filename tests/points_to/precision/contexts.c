// With a call-string length of 1, the results of calls at different sites are distinguished, and so are the objects
// that a wrapper of malloc allocates.
// CONTEXT: 1
#include <stdlib.h>
#include "../assertions.h"

static int a, b;

struct node {
    int *payload;
};

__attribute__((noinline)) static int *identity(int *p) { return p; }
__attribute__((noinline)) static void *allocate(size_t size) { return malloc(size); }
__attribute__((noinline)) static void set(struct node *node, int *p) { node->payload = p; }

int main(void) {
    int *one = identity(&a), *other = identity(&b);
    assert_no_alias(one, other);
    struct node *first = allocate(sizeof *first), *second = allocate(sizeof *second);
    assert_no_alias(first, second);
    set(first, &a);
    set(second, &b);
    assert_no_alias(first->payload, second->payload);
    assert_may_alias(second->payload, &b);
    struct node local, more;
    set(&local, &a);
    set(&more, &b);
    assert_no_alias(local.payload, more.payload);
    return 0;
}
