// Exceptions that are thrown again: in handlers, by functions that handlers call, and later.
#include <exception>
#include "../assertions.h"

static int a, b, c, d, e, f;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual ~Problem() {}
};
struct Worse : Problem {
    using Problem::Problem;
};
struct Other : Problem {
    using Problem::Problem;
};

__attribute__((noinline)) static void fail(int *place) { throw Worse(place); }
__attribute__((noinline)) static void fail_otherwise(int *place) { throw Other(place); }

// The exception of the outer handler, after an inner one.
__attribute__((noinline)) static void nested(int *place) {
    try {
        fail(place);
    } catch (const Worse &) {
        try {
            fail_otherwise(place);
        } catch (const Other &) {
        }
        throw;
    }
}

// Each handler of the function throws its exception again, one of them from a loop.
__attribute__((noinline)) static void several(int *place, int times) {
    try {
        if (times == 0) fail(place);
        fail_otherwise(place);
    } catch (const Worse &) {
        throw;
    } catch (...) {
        while (times-- > 0) {
            if (times == 1) throw;
        }
    }
}

// After a handler of its own, the function throws the exception that its caller handles.
__attribute__((noinline)) static void throw_callers(int *place) {
    try {
        fail_otherwise(place);
    } catch (const Other &) {
    }
    throw;
}

static std::exception_ptr stored;

__attribute__((noinline)) static void store() { stored = std::current_exception(); }

int main() {
    try {
        nested(&a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
    }
    try {
        several(&b, unknown(0));
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &b);
    }
    try {
        several(&c, unknown(2));
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &c);
    }
    try {
        try {
            fail(&d);
        } catch (...) {
            throw_callers(&a);
        }
    } catch (const Worse &problem) {
        assert_may_alias(problem.where, &d);
    }
    try {
        fail(&e);
    } catch (...) {
        store();
    }
    try {
        std::rethrow_exception(stored);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &e);
    }
    try {
        std::rethrow_exception(std::make_exception_ptr(Worse(&f)));
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &f);
    }
}
