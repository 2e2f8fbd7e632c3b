// A table of pointers that begins with one of its own, as in `std::unordered_map`: iterating over the table does not
// reach the other members of the structure.
#include <stdlib.h>

#include "../assertions.h"

struct node {
    struct node *next;
    int *value;
};

struct map {
    struct node **buckets;
    long count;
    struct node *last;
    long next_size;
    struct node *single;
};

static int first, second;

__attribute__((noinline)) static void insert(struct map *map, struct node *node, int *value) {
    node->value = value;
    node->next = map->buckets[unknown(0)];
    map->buckets[unknown(0)] = node;
    map->last = node;
}

int main(void) {
    struct map map = {.count = 1};
    struct node one, other;
    map.buckets = &map.single;
    insert(&map, &one, &first);
    if (unknown(0)) {
        map.buckets = calloc(4, sizeof *map.buckets);
    }
    insert(&map, &other, &second);
    assert_no_alias(map.buckets, (struct node **)&one);
    assert_no_alias(map.buckets[unknown(0)], (struct node *)map.buckets);
    assert_no_alias(map.last, (struct node *)&map);
    assert_may_alias(map.buckets[unknown(0)], &other);
    assert_may_alias(map.last->value, &second);
    return 0;
}
