// From a member to the structure around it, and to its siblings.
#include <stddef.h>
#include <stdlib.h>
#include "../assertions.h"

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next;
};
struct item {
    int *payload;
    long space;
    struct link link;
    struct {
        char tag;
        struct link other;
    } inner[2];
};

static int a, b;
static struct item first, second;

__attribute__((noinline)) static struct item *item_of(struct link *link) {
    return container_of(link, struct item, link);
}

int main(void) {
    first.payload = &a, second.payload = &b;
    first.link.next = &second.link;
    assert_may_alias(item_of(first.link.next), &second);
    assert_may_alias(item_of(first.link.next)->payload, &b);

    struct link *inner = &first.inner[unknown(1)].other;
    struct item *outer = container_of(inner, struct item, inner[1].other);
    assert_may_alias(outer, &first);
    assert_may_alias(outer->payload, &a);

    struct item *heap = malloc(2 * sizeof *heap);
    heap[1].payload = &b;
    struct link *link = &heap[unknown(1)].link;
    assert_may_alias(container_of(link, struct item, link)->payload, &b);
    assert_may_alias(item_of(&heap[0].link) + unknown(1), &heap[1]);
    return 0;
}
