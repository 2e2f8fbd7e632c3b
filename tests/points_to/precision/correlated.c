// Two variables that are assigned on the same paths: a store of one through the other relates them.
// BUILDS: O0
#include "../assertions.h"

static int a, b, c;
static volatile int yes = 1;

static void store(int **place, int *value) { *place = value; }

// The path determines both the address and the value.
static void store_after_branch(void) {
    int *first = 0, *second = 0;
    int **place, *value;
    if (yes) {
        place = &first;
        value = &a;
    } else {
        place = &second;
        value = &b;
    }
    *place = value;
    assert_may_alias(first, &a);
    assert_no_alias(first, &b);
    assert_no_alias(second, &a);
}

// One of the variables may keep its value, and the address may be a field.
struct pair { int *first, *second; };

static void store_field(void) {
    struct pair one = {&c, &c}, other = {&c, &c};
    struct pair *place = &one;
    int *value = &a;
    if (yes) {
        place = &other;
        value = &b;
    }
    if (yes) place->second = value;
    assert_may_alias(other.second, &b);
    assert_no_alias(other.second, &a);
    assert_no_alias(one.second, &b);
    assert_no_alias(other.first, &b);
}

// A value loaded through one of the variables is related to the other.
static void store_what_is_loaded(void) {
    int *from = &a, *other_from = &b;
    int *first = 0, *second = 0;
    int **source = &from, **place = &first;
    if (yes) {
        source = &other_from;
        place = &second;
    }
    *place = *source;
    assert_may_alias(second, &b);
    assert_no_alias(second, &a);
    assert_no_alias(first, &b);
}

// Call arguments are related as well.
static void store_in_call(void) {
    int *first = 0, *second = 0;
    int **place = &first, *value = &a;
    if (yes) {
        place = &second;
        value = &b;
    }
    store(place, value);
    assert_may_alias(second, &b);
    assert_no_alias(second, &a);
    assert_no_alias(first, &b);
}

int main(void) {
    store_after_branch();
    store_field();
    store_what_is_loaded();
    store_in_call();
    return 0;
}
