// Pointers in exceptions, and functions that are reached only by calls that may throw.
#include <exception>
#include <stdexcept>
#include "../assertions.h"

static int a, b, c;
static int *destroyed;

struct Problem {
    int *where;
    explicit Problem(int *where) : where(where) {}
    virtual int *place() const { return where; }
    virtual ~Problem() {}
};
struct Worse : Problem {
    int *other;
    Worse(int *where, int *other) : Problem(where), other(other) {}
    int *place() const override { return other; }
};

struct Guard {
    int *p;
    ~Guard() { destroyed = p; }
};

__attribute__((noinline)) static void throw_pointer(int *p) { throw p; }
__attribute__((noinline)) static void throw_object(int *p, int *q) { throw Worse(p, q); }
__attribute__((noinline)) static int *only_invoked(int *p) {
    if (unknown(0)) throw 1;
    return p;
}
__attribute__((noinline)) static void pass_on(int *p) {
    Guard guard{p};
    try {
        throw_pointer(p);
    } catch (int *caught) {
        assert_may_alias(caught, &b);
        throw;
    }
}
static int *(*volatile indirect)(int *) = only_invoked;

struct Handler {
    virtual int *handle(int *p) {
        if (unknown(0)) throw 2;
        return p;
    }
};

int main() {
    try {
        throw_pointer(&a);
    } catch (int *caught) {
        assert_may_alias(caught, &a);
    }
    try {
        throw_object(&a, &b);
    } catch (const Problem &problem) {
        assert_may_alias(problem.where, &a);
        assert_may_alias(problem.place(), &b);
    }
    try {
        pass_on(&b);
    } catch (int *caught) {
        assert_may_alias(caught, &b);
    }
    assert_may_alias(destroyed, &b);
    try {
        assert_may_alias(only_invoked(&c), &c);
        assert_may_alias(indirect(&a), &a);
        Handler *handler = new Handler;
        assert_may_alias(handler->handle(&b), &b);
        delete handler;
    } catch (int number) {
        return number;
    }
    std::exception_ptr kept;
    try {
        throw Worse(&c, &a);
    } catch (...) {
        kept = std::current_exception();
    }
    try {
        std::rethrow_exception(kept);
    } catch (Worse &worse) {
        assert_may_alias(worse.where, &c);
        assert_may_alias(worse.other, &a);
    }
    try {
        throw std::runtime_error("text");
    } catch (std::exception &error) {
        const char *text = error.what();
        assert_may_alias(text, error.what());
    }
    return 0;
}
