// The constructors of allocated objects show their classes: a member function does not run on objects of other classes.
// Optimisers may inline a constructor, so that only those of bases and members are called.
// BUILDS: O0
#include "../assertions.h"

static int a, b;

template <int number> struct Holder {
    int *where = nullptr;
    Holder() {}
    ~Holder() { where = nullptr; }
    __attribute__((noinline)) void set(int *to) { where = to; }
    __attribute__((noinline)) int *get() { return where; }
};

int main() {
    Holder<0> *first = new Holder<0>;
    Holder<1> *second = new Holder<1>;
    void *both[] = {first, second};
    static_cast<Holder<0> *>(both[unknown(0)])->set(&a);
    static_cast<Holder<1> *>(both[unknown(1)])->set(&b);
    assert_may_alias(first->get(), &a);
    assert_no_alias(first->get(), &b);
    assert_may_alias(second->get(), &b);
    assert_no_alias(second->get(), &a);
    delete first;
    delete second;
}
