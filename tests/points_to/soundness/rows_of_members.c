// Members of one type in a row, taken for an array: of pointers, of structures that are only pointers, and of pointers
// whose neighbours an array follows.
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

static int one, two, three;

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
    return 0;
}
