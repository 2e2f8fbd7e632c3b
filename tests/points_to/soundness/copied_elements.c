// Copies of an unknown number of elements, between arrays in structures and to arrays of other types, and pointers past
// the end of a structure.
#include "../assertions.h"
#include <stdlib.h>
#include <string.h>

static int a, b, c;

struct entry {
    long key;
    int *value;
};

struct table {
    int *before;
    struct entry entries[4];
    int *words[6];
    int *after;
};

struct row {
    struct table tables[2];
    int *last;
};

__attribute__((noinline)) static void copy_entries(struct entry *to, struct entry *from, size_t count) {
    memmove(to, from, count * sizeof *from);
}

__attribute__((noinline)) static void copy_words(int **to, int **from, size_t count) {
    memcpy(to, from, count * sizeof *from);
}

__attribute__((noinline)) static void copy_bytes(void *to, const void *from, size_t length) {
    memcpy(to, from, length);
}

static size_t count(size_t number) { return number + (size_t)(rand() < 0); }

int main(void) {
    struct table one = {0}, other = {0};
    one.entries[count(1)].value = &a;
    one.entries[2].value = &b;
    copy_entries(&one.entries[count(2)], &one.entries[count(1)], count(2));
    assert_may_alias(one.entries[count(2)].value, &a);
    assert_may_alias(one.entries[3].value, &b);

    // From the start of an array, and between arrays in different places of structures.
    copy_entries(other.entries, one.entries, count(4));
    assert_may_alias(other.entries[1].value, &a);
    assert_may_alias(other.entries[count(3)].value, &b);
    struct entry *allocated = malloc(count(4) * sizeof *allocated);
    copy_entries(allocated, &other.entries[count(1)], count(3));
    assert_may_alias(allocated[0].value, &a);
    assert_may_alias(allocated[count(2)].value, &b);
    struct row row = {0};
    copy_entries(row.tables[count(1)].entries, allocated, count(3));
    assert_may_alias(row.tables[1].entries[0].value, &a);
    assert_may_alias(row.tables[1].entries[count(2)].value, &b);
    copy_entries(one.entries, &row.tables[1].entries[count(0)], count(1));
    assert_may_alias(one.entries[0].value, &a);

    // Words, as elements of entries.
    one.words[count(5)] = &c;
    copy_words(&other.words[1], &one.words[count(4)], count(2));
    assert_may_alias(other.words[2], &c);
    int *words[8] = {0};
    copy_words(words, (int **)other.entries, count(8));
    assert_may_alias(words[3], &a);
    copy_words(&words[count(4)], other.words, count(3));
    assert_may_alias(words[6], &c);

    // Whole structures that begin with an array, by a length in bytes.
    struct {
        struct entry entries[2];
        int *after;
    } from = {{{1, &a}, {2, &b}}, &c}, to = {0};
    copy_bytes(&to, &from, count(sizeof from));
    assert_may_alias(to.entries[1].value, &b);
    assert_may_alias(to.after, &c);

    // Whole structures that begin with an array of words, or with a large array.
    struct {
        int *words[3], *after;
    } words_first = {{0}, &a}, copied_words = {0};
    copy_words((int **)&copied_words, (int **)&words_first, count(4));
    assert_may_alias(copied_words.after, &a);
    struct {
        struct entry entries[100];
        int *after;
    } large = {.after = &b}, copied_large = {0};
    copy_bytes(&copied_large, &large, count(sizeof large));
    assert_may_alias(copied_large.after, &b);

    // Back from the ends of a structure and of arrays.
    row.last = &b;
    int **end = (int **)(&row + 1);
    assert_may_alias(*(end - count(1)), &b);
    struct entry two[2] = {{1, &a}, {2, &b}}, *past = two + 2;
    assert_may_alias((past - count(2))->value, &a);
    int *list[3] = {&a, &b, &c};
    int **past_list = list + 3;
    assert_may_alias(*(past_list - count(2)), &b);
    free(allocated);
    return 0;
}
