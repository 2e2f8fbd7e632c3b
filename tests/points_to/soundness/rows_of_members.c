// Consecutive members of one type that are accessed as an array: pointers, structures that only contain a pointer, and
// pointers that are followed by an array.
#include "../assertions.h"

struct handle {
    int *to;
};

struct plain {
    long count;
    int *first;
    int *second;
    int *third;
};

struct handles {
    long count;
    struct handle first;
    struct handle second;
};

struct mixed {
    int *top;
    long count;
    int *rest[4];
};

// The first pointer is not at the start, and no pointer is beside it.
struct behind {
    long number;
    int *top;
    long count;
    int *rest[4];
};

struct before {
    long number;
    int *rest[4];
    long count;
    int *top;
};

// A table of pairs within a structure.
struct pairs {
    const char *name;
    int *value;
    long number;
    const char *other_name;
    int *other_value;
    long other_number;
};

struct entry {
    const char *name;
    int *value;
    long number;
};

// Each begins with a single pointer.
struct counted {
    int *first;
    long count;
    int *second;
    long other_count;
};

struct element {
    int *to;
    long count;
};

// Copied word by word.
struct outer {
    long number;
    struct counted counted;
    int *last;
};

__attribute__((noinline)) static void copy(void *to, const void *from, int words) {
    for (int i = 0; i < words; i++) {
        ((long *)to)[i] = ((const long *)from)[i];
    }
}

static int one, two, three;
static struct pairs pairs = {"one", &one, 1, "two", &two, 2};
static struct counted counted = {&one, 1, &two, 2};

__attribute__((noinline)) static int *of(int **row, int index) { return row[index]; }

__attribute__((noinline)) static void set(int **row, int index, int *to) { row[index] = to; }

int main(void) {
    struct plain plain = {3, &one, &two, &three};
    assert_may_alias(of(&plain.first, unknown(1)), &two);
    assert_may_alias(of(&plain.first, unknown(2)), &three);
    assert_may_alias(of(&plain.third, unknown(-1)), &two);

    struct handles handles = {2, {0}, {0}};
    set(&handles.first.to, unknown(0), &one);
    set(&handles.first.to, unknown(1), &two);
    assert_may_alias(handles.first.to, &one);
    assert_may_alias(handles.second.to, &two);
    assert_may_alias((&handles.first)[unknown(1)].to, &two);

    struct mixed mixed = {0};
    int index = unknown(2);
    mixed.rest[index - 2] = &three;
    assert_may_alias(mixed.rest[0], &three);

    struct behind behind = {0};
    behind.rest[index - 2] = &two;
    assert_may_alias(behind.rest[0], &two);
    struct before before = {0};
    before.rest[index + 1] = &one;
    assert_may_alias(before.rest[3], &one);

    struct entry *entries = (struct entry *)&pairs;
    assert_may_alias(entries[unknown(1)].value, &two);
    struct element *elements = (struct element *)&counted;
    assert_may_alias(elements[unknown(1)].to, &two);
    elements[unknown(1)].to = &three;
    assert_may_alias(counted.second, &three);

    struct outer outer = {1, {&one, 1, &two, 2}, &three};
    struct outer copied = {0};
    copy(&copied, &outer, 6);
    assert_may_alias(copied.counted.second, &two);
    struct counted inner = {0};
    copy(&inner, &outer.counted, 4);
    assert_may_alias(inner.first, &one);
    assert_may_alias(inner.second, &two);
    return 0;
}
