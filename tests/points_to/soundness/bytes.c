// Pointers to bytes that lead to pointers: containers with elements of any size, headers before elements, and offsets
// that are only known at run time, forwards and backwards.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

static int a, b, c;

// A vector of elements of any size.
struct vector {
    char *data;
    size_t size, length;
};

__attribute__((noinline)) static void push(struct vector *vector, const void *element) {
    memcpy(vector->data + vector->length * vector->size, element, vector->size);
    vector->length++;
}

__attribute__((noinline)) static void *at(struct vector *vector, size_t index) {
    return vector->data + index * vector->size;
}

struct pair {
    int *first;
    long space;
    int *second;
};

// Elements after a header, in one allocation.
struct header {
    size_t size, length;
};

__attribute__((noinline)) static void *element(struct header *header, size_t index) {
    return (char *)(header + 1) + index * header->size;
}

// The link of a table is in the element, at the offset that the table contains.
struct link {
    struct link *next;
    void *key;
};

struct table {
    struct link *head;
    ptrdiff_t offset;
};

struct item {
    int *payload;
    long space[2];
    struct link link;
    int *more;
};

__attribute__((noinline)) static void *element_of(struct table *table, struct link *link) {
    return (char *)link - table->offset;
}

__attribute__((noinline)) static struct link *link_of(struct table *table, void *element) {
    return (struct link *)((char *)element + table->offset);
}

__attribute__((noinline)) static void *moved(void *from, ptrdiff_t start, ptrdiff_t end) {
    return (char *)from + (start - end);
}

__attribute__((noinline)) static void *moved_by_variable(void *from, ptrdiff_t distance) {
    ptrdiff_t back = -distance;
    return (char *)from + back;
}

__attribute__((noinline)) static void *back_in_loop(char *from, long steps) {
    for (long step = 0; step < steps; step++) from--;
    return from;
}

static struct item global;

int main(void) {
    struct vector vector = {.data = malloc(16 * sizeof(struct pair)), .size = sizeof(struct pair)};
    struct pair pair = {.first = &a, .second = &b};
    push(&vector, &pair);
    push(&vector, &pair);
    assert_may_alias(((struct pair *)at(&vector, unknown(1)))->first, &a);
    assert_may_alias(((struct pair *)at(&vector, unknown(1)))->second, &b);
    int **word = (int **)(vector.data + unknown(16));
    assert_may_alias(*word, &b);

    struct header *header = malloc(sizeof *header + 8 * sizeof(struct pair));
    header->size = sizeof(struct pair);
    memcpy(element(header, unknown(2)), &pair, header->size);
    assert_may_alias(((struct pair *)element(header, unknown(2)))->first, &a);
    assert_may_alias(((struct pair *)element(header, unknown(2)))->second, &b);

    struct item *item = calloc(1, sizeof *item);
    item->payload = &a;
    item->more = &b;
    struct table table = {.offset = unknown((int)offsetof(struct item, link))};
    table.head = link_of(&table, item);
    table.head->key = &c;
    assert_may_alias(item->link.key, &c);
    assert_may_alias(element_of(&table, table.head), item);
    assert_may_alias(((struct item *)element_of(&table, &item->link))->payload, &a);
    assert_may_alias(((struct item *)element_of(&table, &item->link))->more, &b);

    // The same in a variable.
    global.payload = &a;
    assert_may_alias(((struct item *)element_of(&table, &global.link))->payload, &a);
    *(int **)element_of(&table, &global.link) = &c;
    assert_may_alias(global.payload, &c);

    assert_may_alias(moved(&item->link, 0, offsetof(struct item, link)), item);
    assert_may_alias(*(int **)moved(&item->link, 8, unknown(32)), &a);
    assert_may_alias(*(int **)moved_by_variable(&item->link, unknown(24)), &a);
    assert_may_alias(back_in_loop((char *)&item->link, unknown(24)), item);
    assert_may_alias(*(int **)back_in_loop((char *)&global.link, unknown(24)), &c);

    // A copy that begins within an object extends to its end.
    struct item *copy = calloc(1, sizeof *copy);
    size_t start = offsetof(struct item, link);
    memcpy((char *)copy + start, (char *)item + start, unknown(24));
    assert_may_alias(copy->more, &b);
    assert_may_alias(copy->link.key, &c);
    struct item local = {0};
    memcpy(&local.link, &item->link, unknown(24));
    assert_may_alias(local.more, &b);
    memcpy((char *)&local + unknown(0), (char *)item + unknown(0), unknown(48));
    assert_may_alias(local.payload, &a);
    assert_may_alias(local.more, &b);
    free(item), free(copy), free(header), free(vector.data);
    return 0;
}
