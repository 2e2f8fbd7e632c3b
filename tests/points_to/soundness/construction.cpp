// Objects while they are made and destroyed: their types, and pointers that virtual functions give.
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

// The type of the object, which is found without a call.
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

// What is not a pointer to a virtual table stays where it is stored.
struct Pair : Base {
    int *first, *second;
    Pair(int *first, int *second) : first(first), second(second) {}
};

struct Triple : Pair {
    int *third;
    Triple(int *first, int *second, int *third) : Pair(first, second), third(third) {}
};

// Part of an object that is larger.
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
