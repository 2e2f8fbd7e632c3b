// Objects during construction and destruction: their types, and pointers returned by virtual functions.
#include <typeinfo>
#include "../assertions.h"

static int a, b;

struct Base;
static Base *current;
static const std::type_info *made, *destroyed;

struct Base {
    Base() { current = this; }
    virtual ~Base() {}
    virtual int *get() { return &a; }
};

// Reads the type of the object without a call.
static const std::type_info *type_of(Base &base) { return &typeid(base); }

struct Witness {
    Witness() { made = type_of(*current); }
    ~Witness() { destroyed = type_of(*current); }
};

struct Seen : Base, Witness {
    ~Seen() { current = this; }
    int *get() override { return &b; }
};

struct Later : Seen {};

__attribute__((noinline)) static int *get(Base *base) { return base->get(); }

struct Asks {
    int *got;
    explicit Asks(Base *base) : got(get(base)) {}
};

// Members other than pointers to vtables keep their contents.
struct Pair : Base {
    int *first, *second;
    Pair(int *first, int *second) : first(first), second(second) {}
};

struct Triple : Pair {
    int *third;
    Triple(int *first, int *second, int *third) : Pair(first, second), third(third) {}
};

// A part of a larger object.
struct Holder {
    Base base;
    Asks asks;
    Holder() : asks(&base) {}
};

int main() {
    { Later later; }
    assert_may_alias(made, &typeid(Base));
    assert_may_alias(destroyed, &typeid(Seen));
    Holder holder;
    assert_may_alias(holder.asks.got, &a);
    Triple triple(&a, &b, &a);
    assert_may_alias(triple.second, &b);
    assert_may_alias(triple.third, &a);
    Later later;
    assert_may_alias(&typeid(*current), &typeid(Later));
    assert_may_alias(get(&later), &b);
    return 0;
}
