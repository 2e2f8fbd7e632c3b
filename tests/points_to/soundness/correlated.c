// Variables that are assigned on the same paths are related only if both values come from the last time that control
// reached the assignments.
#include "../assertions.h"

static int a, b, c;
static volatile int yes = 1;

// The value comes from the previous iteration.
static void value_of_the_turn_before(void) {
    int *first = 0, *second = 0;
    int *before = 0;
    for (int turn = 0; turn < 2; turn++) {
        int **place = turn ? &first : &second;
        int *value = turn ? &a : &b;
        *place = before;
        before = value;
    }
    assert_may_alias(first, &b);
}

// A variable that is assigned on only some paths keeps its previous value on the others.
static void stored_on_some_ways(void) {
    int *first = 0, *second = 0;
    int *kept = 0;
    for (int turn = 0; turn < 2; turn++) {
        int **place;
        int *value;
        if (turn) {
            place = &first;
            value = &a;
        } else {
            place = &second;
            value = &b;
        }
        if (!turn) kept = value;
        *place = kept;
    }
    assert_may_alias(first, &b);
    assert_may_alias(second, &b);
}

// One of the two changes after the paths have joined.
static void changed_later(void) {
    int *first = 0, *second = 0;
    int **place = &first;
    int *value = &a;
    if (yes) {
        place = &second;
        value = &b;
    }
    if (yes) value = &c;
    *place = value;
    assert_may_alias(second, &c);
}

// Both cases of a switch come from the same block.
static void same_predecessor(void) {
    int *first = 0;
    int **place = 0;
    int *value = &b;
    switch (yes) {
    case 0:
    case 1:
        place = &first;
        value = &a;
        break;
    default: break;
    }
    *place = value;
    assert_may_alias(first, &a);
}

// A call returns its argument from any of the paths.
static int *store(int **place, int *value) {
    *place = value;
    return value;
}

static void call_gives_back(void) {
    int *first = 0, *second = 0;
    int **place = &first, *value = &a;
    if (yes) {
        place = &second;
        value = &b;
    }
    int *result = store(place, value);
    assert_may_alias(result, &b);
    assert_may_alias(second, &b);
}

// Two blocks whose predecessors determine both.
static void two_blocks(void) {
    int *first = 0, *second = 0, *third = 0;
    int **place = &first;
    int *value = &a;
    if (yes) {
        place = &second;
        value = &b;
    }
    if (yes) {
        place = &third;
    }
    *place = value;
    assert_may_alias(third, &b);
}

int main(void) {
    value_of_the_turn_before();
    stored_on_some_ways();
    changed_later();
    same_predecessor();
    call_gives_back();
    two_blocks();
    return 0;
}
