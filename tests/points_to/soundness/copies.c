// Pointers in memory that is copied as a whole: by the library, by assignment, and by loops over words.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "../assertions.h"

struct inner {
    int *one, *other;
};
struct outer {
    long number;
    struct inner inner[2];
};

static int a, b, c;
static struct outer global;

__attribute__((noinline)) static void copy(void *to, const void *from, size_t length) {
    memcpy(to, from, length);
}

__attribute__((noinline)) static void copy_words(void *to, const void *from, size_t length) {
    uint64_t *words = to;
    const uint64_t *others = from;
    for (size_t i = 0; i < length / 8; i++) words[i] = others[i];
}

__attribute__((noinline)) static void swap(void *left, void *right, size_t length) {
    char kept[64];
    memcpy(kept, left, length);
    memmove(left, right, length);
    memcpy(right, kept, length);
}

int main(void) {
    struct outer outer = {1, {{&a, &b}, {&b, &c}}};
    struct outer assigned = outer;
    assert_may_alias(assigned.inner[1].other, &c);

    copy(&global, &outer, sizeof global);
    assert_may_alias(global.inner[0].one, &a);
    assert_may_alias(global.inner[unknown(1)].one, &b);

    struct outer *heap = malloc(sizeof *heap);
    copy_words(heap, &global, sizeof global);
    assert_may_alias(heap->inner[1].other, &c);

    // A part of a structure is copied to another offset.
    struct inner part;
    copy(&part, &outer.inner[unknown(1)], sizeof part);
    assert_may_alias(part.other, &c);
    copy(&global.inner[1].one, &outer.inner[0].other, sizeof(int *));
    assert_may_alias(global.inner[1].one, &b);

    // Within an overlapping array.
    int *array[6] = {0, &a, &b, &c};
    memmove(array, array + unknown(1), 5 * sizeof *array);
    assert_may_alias(array[2], &c);
    bcopy(array, array + 3, 3 * sizeof *array);
    assert_may_alias(array[3], &a);

    struct inner left = {&a, &b}, right = {&c, 0};
    swap(&left, &right, sizeof left);
    assert_may_alias(left.one, &c);
    assert_may_alias(right.other, &b);

    int *row[2];
    void *end = mempcpy(row, &outer.inner[0], sizeof row);
    assert_may_alias(end, row + 2);
    assert_may_alias(row[1], &b);
    char *stopped = memccpy(&part, &left, 255, sizeof part);
    assert_may_alias(part.one, &c);
    (void)stopped;

    // As one integer, and as a vector in which the compiler combines a small copy.
    uint64_t word;
    memcpy(&word, &left.one, 8);
    uint64_t *target = (uint64_t *)&right.one;
    *target = word;
    assert_may_alias(right.one, &c);
    return 0;
}
