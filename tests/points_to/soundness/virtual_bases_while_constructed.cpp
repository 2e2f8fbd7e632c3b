// While the base classes of an object with virtual bases are constructed or destroyed, its virtual functions are those
// of the base class.
#include <cstdio>
#include "../assertions.h"

static int a, b, c, d;

struct Shared {
    virtual ~Shared() {}
    virtual int *get() { return &a; }
    int *number = nullptr;
};

__attribute__((noinline)) static int *ask(Shared *shared) { return shared->get(); }

static int *in_constructor, *in_destructor, *by_own_table, *after;

struct Left : virtual Shared {
    Left() { in_constructor = ask(this); }
    ~Left() override { in_destructor = ask(this); }
    int *get() override { return &b; }
    virtual int *own() { return &b; }
};

struct Right : virtual Shared {
    Right() { by_own_table = get_own(this); }
    ~Right() override {
        std::puts("right");
        number = &d;
    }
    virtual int *own() { return &c; }
    __attribute__((noinline)) static int *get_own(Right *right) { return right->own(); }
};

struct Both : Left, Right {
    ~Both() override { after = number; }
    int *get() override { return &d; }
    int *own() override { return &d; }
};

int main() {
    Shared *object = new Both;
    assert_may_alias(in_constructor, &b);
    assert_may_alias(by_own_table, &c);
    assert_may_alias(object->get(), &d);
    object->number = &a;
    delete object;
    assert_may_alias(in_destructor, &b);
    assert_may_alias(after, &a);
}
