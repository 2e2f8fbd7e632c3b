// The offset in a pointer to a member function leads to a base that is not at offset 0, even if the pointer was
// converted or passed on, or points to a virtual function.
#include "../assertions.h"

static int first, second, third;
static int *seen;

struct One {
    int *one = &first;
    virtual ~One() = default;
    virtual void show() { seen = one; }
    void look() { seen = one; }
};

struct Two {
    int *two = &second;
    virtual ~Two() = default;
    virtual void tell() { seen = two; }
    void say() { seen = two; }
};

struct Both : One, Two {
    int *both = &third;
    void tell() override { seen = both; }
    void own() { seen = both; }
};

struct Rest : One, Two {};

using OfBoth = void (Both::*)();
using OfTwo = void (Two::*)();

__attribute__((noinline)) static void call(Both &both, OfBoth member) { (both.*member)(); }

__attribute__((noinline)) static OfBoth convert(OfTwo member) { return member; }

template <class Class> __attribute__((noinline)) static void call_any(Class &object, void (Class::*member)()) {
    (object.*member)();
}

struct Bound {
    OfBoth member;
    Both *object;
};

// Optimised code stores the function and the distance one after the other.
__attribute__((noinline)) static Bound *bind(int number, Both *object) {
    Bound *bound = new Bound;
    if (number) {
        bound->member = &Both::say;
    } else {
        bound->member = &Both::look;
    }
    bound->object = object;
    return bound;
}

struct BoundRest {
    void (Rest::*member)();
    Rest *object;
};

__attribute__((noinline)) static BoundRest *bind_rest(int number, Rest *object) {
    BoundRest *bound = new BoundRest;
    if (number) {
        bound->member = &Rest::tell;
    } else {
        bound->member = &Rest::show;
    }
    bound->object = object;
    return bound;
}

__attribute__((noinline)) static void call_bound_rest(BoundRest *bound) { (bound->object->*bound->member)(); }

__attribute__((noinline)) static void call_bound(Bound *bound) { (bound->object->*bound->member)(); }

int main() {
    Both both;
    call_bound(bind(unknown(1), &both));
    assert_may_alias(seen, &second);
    call_bound(bind(unknown(0), &both));
    assert_may_alias(seen, &first);
    call(both, &Both::look);
    assert_may_alias(seen, &first);
    call(both, &Both::say);
    assert_may_alias(seen, &second);
    call(both, &Both::own);
    assert_may_alias(seen, &third);
    call(both, &Both::show);
    assert_may_alias(seen, &first);
    call(both, &Both::tell);
    assert_may_alias(seen, &third);
    call(both, convert(&Two::say));
    assert_may_alias(seen, &second);
    call(both, convert(&Two::tell));
    assert_may_alias(seen, &third);
    Rest rest;
    call_bound_rest(bind_rest(unknown(1), &rest));
    assert_may_alias(seen, &second);
    call_bound_rest(bind_rest(unknown(0), &rest));
    assert_may_alias(seen, &first);
    call_any<Rest>(rest, &Rest::say);
    assert_may_alias(seen, &second);
    call_any<Rest>(rest, &Rest::tell);
    assert_may_alias(seen, &second);
}
