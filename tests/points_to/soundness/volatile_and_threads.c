// Volatile and thread-local memory, and static variables of functions.
#include "../assertions.h"

static int a, b;
static int *volatile cell = &a;
static __thread int *local = &a;
static _Thread_local struct {
    int *members[3];
} structure;

static int *previous(int *next) {
    static int *kept = &a;
    int *result = kept;
    kept = next;
    return result;
}

static int *next_cell(void) {
    static int array[2];
    static int *position = array;
    return position++;
}

int main(void) {
    assert_may_alias(cell, &a);
    cell = &b;
    assert_may_alias(cell, &b);
    assert_may_alias(local, &a);
    local = cell;
    assert_may_alias(local, &b);
    structure.members[unknown(2)] = &a;
    assert_may_alias(structure.members[2], &a);
    assert_may_alias(&local, &local);
    assert_may_alias(previous(&b), &a);
    assert_may_alias(previous(0), &b);
    int *one = next_cell();
    assert_may_alias(next_cell(), one + 1);
    return 0;
}
