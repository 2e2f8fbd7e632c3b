// Calls go only where they can: to the functions that a pointer holds, with enough arguments, and
// functions that nobody calls do nothing.
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

// Nobody calls this.
__attribute__((used)) static void not_called(void) { kept = &b; }

static void only_from_uncalled(int *p) { kept = p; }
__attribute__((used)) static void also_not_called(void) { only_from_uncalled(&c); }

__attribute__((noinline)) static int *two(int *p, int *q) { return q; }

static int *(*volatile chosen)(int *, int *) = two;

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
    (void)identity;
    return 0;
}
