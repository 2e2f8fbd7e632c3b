// Copies of elements within memory of unknown type and between such memories, whose lengths are not constants.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

struct pair {
    int *first;
    int *second;
};

struct triple {
    int *a;
    int *b;
    int *c;
};

struct node {
    struct triple keys[4];
    struct pair values[4];
    struct node *parent;
    struct node *edges[5];
};

static int a, b, c, d, e;

__attribute__((noinline)) static void insert(void *array, size_t count, size_t at, size_t size) {
    char *start = (char *)array + at * size;
    memmove(start + size, start, (count - at) * size);
}

__attribute__((noinline)) static void *allocate(size_t size) { return malloc(size); }

int main(void) {
    struct node *node = allocate(sizeof(struct node));
    int none = unknown(0);

    // Elements are moved by their size.
    node->keys[0] = (struct triple){&a, &b, &c};
    node->values[0] = (struct pair){&d, &e};
    insert(node->keys, 1 + none, none, sizeof(struct triple));
    insert(node->values, 1 + none, none, sizeof(struct pair));
    assert_may_alias(node->keys[1].b, &b);
    assert_may_alias(node->values[1 + none].second, &e);
    assert_may_alias(node->values[1 + none].first, &d);

    // Elements are moved by less than their size: to another member.
    memmove(&node->keys[2].b, &node->keys[1].a, unknown(2) * sizeof(int *));
    assert_may_alias(node->keys[2].b, &a);
    assert_may_alias(node->keys[2 + none].c, &b);

    // From one array to another with elements of another size.
    struct node *other = allocate(sizeof(struct node));
    memcpy(&other->values[1 + none], &node->keys[none], unknown(3) * sizeof(int *));
    assert_may_alias(other->values[1].first, &a);
    assert_may_alias(other->values[1 + none].second, &b);
    assert_may_alias(other->values[2 + none].first, &c);

    // Past the end of an array into the next members.
    node->parent = other;
    node->edges[0] = node;
    memcpy(&other->values[3 + none], &node->values[3 + none], unknown(2) * sizeof(struct pair));
    assert_may_alias(other->parent, other);
    assert_may_alias(other->edges[0], node);

    // Backward.
    struct node **edge = &node->edges[3 + none];
    edge[-2 - none] = other;
    assert_may_alias(node->edges[1], other);
    int **key = &node->keys[3].c;
    key[-none - 3] = &e;
    assert_may_alias(node->keys[2].c, &e);

    // An element in the middle of a larger step.
    for (int i = 0; i < 4 + none; i++) node->values[i].second = &c;
    assert_may_alias(node->values[2].second, &c);
    free(other);
    free(node);
}
