// A handler that throws the handled exception again only throws those that arrive there.
#include <exception>
#include <vector>
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
struct Other {
    int *where;
};

__attribute__((noinline)) static void open(int *place) { throw Early(place); }
__attribute__((noinline)) static void close(int *place) { throw Late(place); }
__attribute__((noinline)) static void skip(int *place) { throw Other{place}; }

static int cleanups;

// As in containers.
__attribute__((noinline)) static void open_or_clean_up(int *place) {
    try {
        open(place);
    } catch (...) {
        cleanups++;
        throw;
    }
}

__attribute__((noinline)) static void try_again(int *place) {
    try {
        open(place);
    } catch (const Early &) {
        try {
            skip(place);
        } catch (const Other &) {
        }
        throw;
    }
}

int main() {
    try {
        close(&b);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &b);
        assert_no_alias(problem.where, &a);
    }
    try {
        open_or_clean_up(&a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_no_alias(problem.where, &b);
    }
    try {
        try_again(&a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_no_alias(problem.where, &b);
    }
    std::vector<std::exception_ptr> failures;
    try {
        close(&c);
    } catch (...) {
        failures.push_back(std::current_exception());
    }
    try {
        std::rethrow_exception(failures.front());
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &c);
        assert_no_alias(problem.where, &a);
    }
}
