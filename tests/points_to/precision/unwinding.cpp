// A handler receives the exceptions of the calls in its `try`, and no other exceptions of the same type.
#include "../assertions.h"

static int a, b, c;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual ~Problem() {}
};
struct Early : Problem {
    using Problem::Problem;
};
struct Late : Problem {
    using Problem::Problem;
};

__attribute__((noinline)) static void open(int *place) { throw Early(place); }
__attribute__((noinline)) static void close(int *place) { throw Late(place); }

// Exceptions that it catches do not reach its callers.
__attribute__((noinline)) static void close_quietly(int *place) {
    try {
        close(place);
    } catch (const Late &late) {
        assert_may_alias(late.where, &c);
        assert_no_alias(late.where, &a);
    }
}

// The same with a base class.
__attribute__((noinline)) static void close_as_problem(int *place) {
    try {
        close(place);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &c);
        assert_no_alias(problem.where, &a);
    }
}

int main() {
    try {
        open(&a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_no_alias(problem.where, &b);
    }
    try {
        close(&b);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &b);
        assert_no_alias(problem.where, &a);
    }
    try {
        close_quietly(&c);
        close_as_problem(&c);
        open(&a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_no_alias(problem.where, &c);
    }
}
