// A handler receives exceptions of its type, or of a type derived from it. A thrown pointer is converted to a pointer
// to a base class, or to `void *`, but not to other pointer types.
#include <stdexcept>
#include "../assertions.h"

static int a, d;
static long b;
static short c;

struct Problem { int *where; explicit Problem(int *where) : where(where) {} virtual ~Problem() {} };
struct Worse : Problem { explicit Worse(int *where) : Problem(where) {} };
struct Other { long *where; };
struct Two : Other, Problem {
    explicit Two(int *where) : Other{&b}, Problem(where) {}
};
struct Late : std::out_of_range {
    short *when;
    explicit Late(short *when) : std::out_of_range("late"), when(when) {}
};

__attribute__((noinline)) static void throw_int() { throw &a; }
__attribute__((noinline)) static void throw_long() { throw &b; }
__attribute__((noinline)) static void throw_worse() { throw Worse(&a); }
__attribute__((noinline)) static void throw_other() { throw Other{&b}; }
__attribute__((noinline)) static void throw_two() { throw Two(&d); }
__attribute__((noinline)) static void throw_late() { throw Late(&c); }

int main() {
    try {
        throw_int();
    } catch (const int *caught) {
        assert_may_alias(caught, &a);
        assert_no_alias(caught, &b);
    }
    try {
        throw_long();
    } catch (void *caught) {
        assert_may_alias(caught, &b);
        assert_no_alias(caught, &c);
    }
    try {
        throw_worse();
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
    }
    try {
        throw_two();
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &d);
        assert_no_alias(problem.where, &c);
    }
    try {
        throw_other();
    } catch (const Other &other) {
        assert_may_alias(other.where, &b);
        assert_no_alias(other.where, &a);
    }
    try {
        throw_late();
    } catch (const Late &late) {
        assert_may_alias(late.when, &c);
        assert_no_alias(late.when, &a);
        assert_no_alias(late.when, &b);
    }
    try {
        throw std::runtime_error("text");
    } catch (const std::exception &error) {
        assert_may_alias(error.what(), error.what());
    }
    return 0;
}
