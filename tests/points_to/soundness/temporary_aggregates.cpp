// FLAGS: -std=c++17
// The constructor of its only member constructs a temporary aggregate.
#include <new>
#include "../assertions.h"

static int a, b, c, d, e;
static int *seen;

struct Inner {
    int *where;
    long more = 0;
    explicit Inner(int *to) : where(to) {}
    Inner(const Inner &other) : where(other.where) {}
    ~Inner() { where = nullptr; }
};

struct Outer {
    Inner inner;
    __attribute__((noinline)) int *get() { return inner.where; }
};

struct Outermost {
    Outer outer;
    __attribute__((noinline)) int *get() { return outer.get(); }
};

struct Derived : Inner {
    __attribute__((noinline)) int *get() { return where; }
};

struct Destroyed {
    Inner inner;
    __attribute__((noinline)) ~Destroyed() { seen = inner.where; }
};

static __attribute__((noinline)) Inner made(int *to) { return Inner(to); }

int main() {
    assert_may_alias(Outer{Inner(&a)}.get(), &a);
    assert_may_alias(Outermost{{Inner(&b)}}.get(), &b);
    assert_may_alias(Outer{made(&c)}.get(), &c);
    assert_may_alias(Derived{Inner(&d)}.get(), &d);
    assert_may_alias([inner = Inner(&e)] { return inner.where; }(), &e);
    assert_may_alias([inner = made(&a)] { return inner.where; }(), &a);

    // The name of a binding describes the whole object.
    {
        auto [inner] = Destroyed{Inner(&d)};
    }
    assert_may_alias(seen, &d);

    // Any object may be in bytes.
    alignas(Outer) unsigned char bytes[sizeof(Outer)];
    Outer *placed = new (bytes) Outer{Inner(&b)};
    assert_may_alias(placed->get(), &b);
    placed->~Outer();
}
