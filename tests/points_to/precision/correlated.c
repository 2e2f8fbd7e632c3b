// Two variables that get their values on the same ways: a store of one through the other pairs them.
// BUILDS: O0
#include "../assertions.h"

static int a, b, c;
static volatile int yes = 1;

static void store(int **place, int *value) { *place = value; }

// What is stored where follows from the way.
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

// One of them may keep its value, and what is stored may be a field.
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

// What is loaded through one of them goes with the other.
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

// Arguments of a call are paired, too.
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
