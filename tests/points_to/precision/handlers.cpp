// Each of several handlers of one `try` block receives exceptions of its own type only, and no exceptions that an
// earlier handler catches.
#include "../assertions.h"

// The compiler does not merge the ends of handlers that end differently.
#define END(number) asm volatile("nop # " #number)

static int a, b, c, d;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual ~Problem() {}
};
struct Limit : Problem {
    using Problem::Problem;
};
struct DailyLimit : Limit {
    using Limit::Limit;
};
struct Account : Problem {
    using Problem::Problem;
};
struct Other {
    int *place;
};

__attribute__((noinline)) static void post(int kind) {
    if (kind == 0) throw Problem(&a);
    if (kind == 1) throw DailyLimit(&b);
    if (kind == 2) throw Account(&c);
    if (kind == 3) throw Other{&d};
}

__attribute__((noinline)) static void by_reference(int kind) {
    try {
        post(kind);
    } catch (const Limit &limit) {
        assert_may_alias(limit.where, &b);
        assert_no_alias(limit.where, &a);
        assert_no_alias(limit.where, &c);
        assert_no_alias(limit.where, &d);
        END(1);
    } catch (const Other &other) {
        assert_may_alias(other.place, &d);
        assert_no_alias(other.place, &b);
        END(2);
    } catch (const Problem &problem) {
        if (kind == 0) assert_may_alias(problem.where, &a);
        if (kind == 2) assert_may_alias(problem.where, &c);
        assert_no_alias(problem.where, &b);
        assert_no_alias(problem.where, &d);
        END(3);
    }
}

__attribute__((noinline)) static void by_value(int kind) {
    try {
        post(kind);
    } catch (Account account) {
        assert_may_alias(account.where, &c);
        assert_no_alias(account.where, &a);
        assert_no_alias(account.where, &b);
        END(4);
    } catch (...) {
    }
}

// The landing pad of the inner block also has the clauses of the outer one.
__attribute__((noinline)) static void nested(int kind) {
    try {
        try {
            post(kind);
        } catch (const Account &account) {
            assert_may_alias(account.where, &c);
            assert_no_alias(account.where, &a);
            END(5);
        }
    } catch (const Limit &limit) {
        assert_may_alias(limit.where, &b);
        assert_no_alias(limit.where, &c);
        END(6);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_no_alias(problem.where, &b);
        assert_no_alias(problem.where, &c);
        END(7);
    }
}

int main() {
    for (int kind = 0; kind < unknown(4); kind++) {
        by_reference(kind);
        by_value(kind);
        try {
            nested(kind);
        } catch (const Other &) {
        }
    }
}
