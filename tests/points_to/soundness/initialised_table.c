// Pointers read from initialised tables at an unknown index: initializers store the pointers, not instructions.
#include "../assertions.h"

static int a, b, c;
static int *const flat[] = {&a, &b, &c};

struct row {
    const char *name;
    int *cells[2];
};
static const struct row rows[] = {{"first", {&a, &b}}, {"second", {&b, &c}}};

static int array[10];
static int *inside[] = {array + 1, &array[7], (int *)((char *)array + 12)};

static int **const outer[] = {(int **)&flat[1], &inside[2]};

int main(void) {
    assert_may_alias(flat[unknown(1)], &b);
    assert_may_alias(rows[unknown(1)].cells[unknown(1)], &c);
    assert_may_alias(rows[unknown(0)].cells[1], &b);
    assert_may_alias(inside[unknown(1)], &array[7]);
    assert_may_alias(inside[unknown(2)], &array[3]);
    assert_may_alias(*outer[unknown(0)], &b);
    assert_may_alias(*outer[unknown(1)], &array[3]);
    // A table on the stack is initialised by a copy.
    int *local[] = {&a, &b, &c};
    assert_may_alias(local[unknown(2)], &c);
    const struct row copied = rows[unknown(1)];
    assert_may_alias(copied.cells[0], &b);
    return 0;
}
