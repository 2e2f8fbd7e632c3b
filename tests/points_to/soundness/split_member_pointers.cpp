// Optimised code stores the parts of a pointer to a virtual member function one after the other: a number for the
// function, and the distance to the base.
#include "../assertions.h"

static int first, second;
static int *seen;

struct One {
    int *one = &first;
    virtual ~One() = default;
    virtual void show() { seen = one; }
};

struct Two {
    int *two = &second;
    virtual ~Two() = default;
    virtual void tell() { seen = two; }
};

struct Rest : One, Two {};

struct Bound {
    void (Rest::*member)();
    Rest *object;
};

__attribute__((noinline)) static Bound *bind(Rest *object) {
    Bound *bound = new Bound;
    bound->member = &Rest::tell;
    bound->object = object;
    return bound;
}

__attribute__((noinline)) static void call(Bound *bound) { (bound->object->*bound->member)(); }

int main() {
    Rest rest;
    call(bind(&rest));
    assert_may_alias(seen, &second);
}
