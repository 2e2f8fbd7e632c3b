// Calls reach only possible callees: functions to which the pointer may point, which take no more arguments than are
// passed, in the same registers, and return a value if the result is used. Functions that are never called have no
// effect.
#include "../assertions.h"

static int a, b, c;
static int *kept = &a;

struct operations {
    int *(*get)(void);
    void (*set)(int *);
};

static int *get_a(void) { return &a; }
static int *get_b(void) { return &b; }
static void set_kept(int *p) { kept = p; }
static int *identity(int *p) { return p; }

static const struct operations first = {get_a, 0}, second = {get_b, set_kept};
static const struct operations *const used = &first;

// Never called.
__attribute__((used)) static void not_called(void) { kept = &b; }

static void only_from_uncalled(int *p) { kept = p; }
__attribute__((used)) static void also_not_called(void) { only_from_uncalled(&c); }

__attribute__((noinline)) static int *two(int *p, int *q) { return q; }

static int *(*volatile chosen)(int *, int *) = two;

static int *numbers_kept = &a;
static void of_double(double number) { numbers_kept = &b; }
static void of_long(long number) { numbers_kept = number ? &a : numbers_kept; }

static int *void_kept = &a;
static void returns_nothing(void) { void_kept = &b; }
static int *returns_pointer(void) { return &a; }

typedef void any_function(void);
static any_function *const numbers[] = {(any_function *)of_double, (any_function *)of_long};
static any_function *const results[] = {returns_nothing, (any_function *)returns_pointer};

int main(void) {
    int *from_table = used->get();
    assert_no_alias(from_table, &b);
    assert_may_alias(from_table, &a);
    assert_no_alias(kept, &b);
    assert_no_alias(kept, &c);
    assert_no_alias(two(&a, &b), &a);
    assert_no_alias(chosen(&a, &c), &a);
    assert_no_alias(first.get(), &b);
    // Arguments keep their positions.
    int *(*pointer)(int *, int *) = unknown(1) ? two : two;
    assert_no_alias(pointer(&a, &b), &a);
    // A floating-point argument is not passed to an integer parameter.
    ((void (*)(long))numbers[unknown(1)])(1);
    assert_no_alias(numbers_kept, &b);
    // A void function has no result.
    int *result = ((int *(*)(void))results[unknown(1)])();
    assert_may_alias(result, &a);
    assert_no_alias(void_kept, &b);
    (void)identity;
    return 0;
}
