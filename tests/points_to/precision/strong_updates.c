// Memory that exists only once at a time contains the value last stored there, across calls as well.
// BUILDS: O0 O0-mem2reg
#include "../assertions.h"

static int a, b, c;
static int *global = &a;
static int *other = &b;
static int **to_global = &global;

static void set(int **place, int *value) { *place = value; }
static void set_global(int *value) { global = value; }
static void expect_b(void) { assert_no_alias(global, &a); }

static void deep(int depth) {
    global = &a;
    assert_no_alias(global, &c);
    if (depth) {
        deep(depth - 1);
        assert_no_alias(global, &a);
    }
    global = &c;
}

// Each call stores through a pointer to its own local variable.
static int *through(int *value) {
    int *own;
    set(&own, value);
    return own;
}

struct pair { int *first, *second; };

int main(void) {
    assert_no_alias(*to_global, &b);
    global = &b;
    assert_no_alias(global, &a);
    expect_b();
    set_global(&c);
    assert_no_alias(global, &b);
    deep(1);
    assert_no_alias(global, &a);

    int *first = &a, *second = &b;
    int **place = &first;
    *place = &c;
    assert_no_alias(first, &a);
    set(&second, first);
    assert_no_alias(second, &b);

    int *one = through(&a), *two = through(&b);
    assert_no_alias(one, two);

    struct pair pair;
    pair.first = &a;
    pair.second = &b;
    assert_no_alias(pair.first, pair.second);
    pair.first = &b;
    assert_no_alias(pair.first, &a);
    assert_no_alias(other, &a);
    return 0;
}
