// An exception reaches each handler during unwinding: through functions, methods and callbacks, past handlers of other
// types, and again when a handler rethrows it.
#include <cstdlib>
#include <exception>
#include <functional>
#include <future>
#include <stdexcept>

#include "../assertions.h"

static int a, b, c, d, e, f, g, h, i;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual ~Problem() {}
};
struct Worse : Problem {
    using Problem::Problem;
};
struct Other {
    int *where;
};
// A handler for a non-public base does not catch it.
struct Hidden : private Problem {
    using Problem::Problem;
    int *place() const { return where; }
};

struct Source {
    virtual void read(int *place) = 0;
    virtual ~Source() {}
};
struct File : Source {
    void read(int *place) override { throw Worse(place); }
};
struct Guard {
    int *place;
    ~Guard() { place = nullptr; }
};

__attribute__((noinline)) static void read_from(Source &source, int *place) {
    Guard guard{place};
    try {
        source.read(place);
    } catch (const Other &) {
    }
}

__attribute__((noinline)) static void hide(int *place) {
    try {
        throw Hidden(place);
    } catch (const Problem &) {
    }
}

static int *compared;
static int compare(const void *, const void *) { throw Problem(compared); }

__attribute__((noinline)) static int *handle() {
    try {
        throw;
    } catch (const Problem &problem) {
        return problem.where;
    }
}

__attribute__((noinline)) static void translate(int *place) {
    try {
        throw Problem(place);
    } catch (const Problem &problem) {
        throw Other{problem.where};
    }
}

__attribute__((noinline)) static void pass_on(int *place) {
    try {
        throw Problem(place);
    } catch (...) {
        throw;
    }
}

int main() {
    File file;
    try {
        read_from(file, &a);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
    }

    try {
        hide(&i);
    } catch (const Hidden &hidden) {
        assert_may_alias(hidden.place(), &i);
    }

    compared = &b;
    int numbers[] = {2, 1};
    try {
        std::qsort(numbers, 2, sizeof(int), compare);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &b);
    }

    try {
        throw Worse(&c);
    } catch (...) {
        assert_may_alias(handle(), &c);
    }

    try {
        translate(&d);
    } catch (const Other &other) {
        assert_may_alias(other.where, &d);
    }

    try {
        pass_on(&e);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &e);
    }

    std::function<void(int *)> fail = [](int *place) { throw Problem(place); };
    try {
        try {
            fail(&f);
        } catch (const Worse &) {
        }
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &f);
    }

    std::future<void> later = std::async(std::launch::deferred, [] { throw Problem(&g); });
    try {
        later.get();
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &g);
    }

    try {
        try {
            throw Problem(&h);
        } catch (const Problem &) {
            std::throw_with_nested(std::runtime_error("outside"));
        }
    } catch (const std::exception &error) {
        try {
            std::rethrow_if_nested(error);
        } catch (const Problem &problem) {
            assert_may_alias(problem.where, &h);
        }
    }
}
