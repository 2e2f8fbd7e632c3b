// Pointers through unions: written as one member, read as another, or copied as one.
#include <stdint.h>
#include <string.h>
#include "../assertions.h"

union word {
    int *pointer;
    int **outer;
    uintptr_t integer;
    double number;
    char bytes[8];
    struct {
        void *first;
    } inner;
};

static int a, b;
static int *cell = &b;

__attribute__((noinline)) static union word make(int *p) {
    union word word;
    word.pointer = p;
    return word;
}

__attribute__((noinline)) static double through_number(double number) { return number; }

struct variant {
    int tag;
    union {
        int *pointer;
        struct {
            long length;
            int *data;
        } list;
    };
};

int main(void) {
    union word word = make(&a);
    assert_may_alias((void *)word.integer, &a);
    assert_may_alias(word.inner.first, &a);

    union word copied;
    copied.number = through_number(word.number);
    assert_may_alias(copied.pointer, &a);

    union word bytes;
    memcpy(bytes.bytes, word.bytes, sizeof bytes.bytes);
    assert_may_alias(bytes.pointer, &a);

    word.outer = &cell;
    assert_may_alias(*(int **)word.integer, &b);

    struct variant variant = {1, .list = {3, &b}};
    struct variant moved = variant;
    assert_may_alias(moved.list.data, &b);
    moved.pointer = &a;
    assert_may_alias((void *)moved.list.length, &a);
    return 0;
}
