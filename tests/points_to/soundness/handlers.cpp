// Handlers that catch what an earlier handler of a similar type does not: derived classes that hide the base, or have
// it twice or as a virtual base. Exceptions that code outside of the module passes on.
#include "../assertions.h"

static int a, b, c, d, e;
int visible;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual ~Problem() {}
};
struct Hidden : private Problem {
    using Problem::Problem;
    int *place() const { return where; }
};
struct Left : Problem {
    using Problem::Problem;
};
struct Right : Problem {
    using Problem::Problem;
};
struct Twice : Left, Right {
    Twice(int *one, int *other) : Left(one), Right(other) {}
};
struct Shared : virtual Problem {
    explicit Shared(int *where) : Problem(where) {}
};

__attribute__((noinline)) static void fail(int kind) {
    if (kind == 0) throw Hidden(&a);
    if (kind == 1) throw Twice(&b, &c);
    if (kind == 2) throw Shared(&d);
    throw Right(&e);
}

__attribute__((noinline)) static void handle(int kind) {
    try {
        fail(kind);
    } catch (const Problem &problem) {
        if (kind == 2) assert_may_alias(problem.where, &d);
        if (kind == 3) assert_may_alias(problem.where, &e);
    } catch (const Hidden &hidden) {
        assert_may_alias(hidden.place(), &a);
    } catch (const Twice &twice) {
        assert_may_alias(twice.Left::where, &b);
        assert_may_alias(twice.Right::where, &c);
    }
}

// A handler for one of two bases receives the address of that base.
__attribute__((noinline)) static void handle_by_base(int kind) {
    try {
        fail(kind);
    } catch (const Right &right) {
        if (kind == 1) assert_may_alias(right.where, &c);
        if (kind == 3) assert_may_alias(right.where, &e);
    } catch (...) {
    }
}

// A handler that throws another exception to the next block, and one that rethrows.
__attribute__((noinline)) static void handle_again(int kind) {
    try {
        try {
            fail(kind);
        } catch (const Shared &shared) {
            throw Right(shared.where);
        } catch (const Right &) {
            throw;
        }
    } catch (const Right &right) {
        if (kind == 2) assert_may_alias(right.where, &d);
        if (kind == 3) assert_may_alias(right.where, &e);
    } catch (...) {
    }
}

// Code outside of the module calls back, so exceptions of the program arrive where an external pointer is called. The
// pointer does not point to the function that throws, which has other parameters.
extern "C" void (*elsewhere(void (*function)(int, int *)))(int);

__attribute__((noinline)) static void fail_with(int, int *place) { throw Right(place); }

__attribute__((noinline)) static void call_back(int kind) {
    void (*pointer)(int) = elsewhere(fail_with);
    try {
        pointer(kind);
    } catch (const Right &right) {
        assert_may_alias(right.where, &visible);
    }
}

int main() {
    for (int kind = 0; kind < unknown(4); kind++) {
        handle(kind);
        handle_by_base(kind);
        handle_again(kind);
        call_back(kind);
    }
}

#ifdef EXECUTED
static void (*kept)(int, int *);
static void run(int kind) { kept(kind, &visible); }
extern "C" void (*elsewhere(void (*function)(int, int *)))(int) {
    kept = function;
    return run;
}
#endif
