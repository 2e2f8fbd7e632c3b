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

// Its array is no array of pointers.
struct owner {
    int *own;
    struct map map;
    long apart;
    struct {
        long number;
        short more[4];
    } numbers[3];
    int *last;
};

static int first, second, third;

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

    struct owner owner = {.own = &third, .map = {.count = 1}, .last = &third};
    owner.map.buckets = &owner.map.single;
    struct node last;
    insert(&owner.map, &last, &first);
    assert_may_alias(owner.map.buckets[unknown(0)], &last);
    assert_no_alias(owner.own, (int *)&last);
    assert_no_alias(owner.last, (int *)&last);
    assert_may_alias(owner.last, &third);
    return 0;
}
