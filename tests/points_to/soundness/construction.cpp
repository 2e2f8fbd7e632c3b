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

// Asks for the type of the object, and calls nothing.
struct Witness {
    Witness() { made = &typeid(*current); }
    ~Witness() { destroyed = &typeid(*current); }
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
    Later later;
    assert_may_alias(&typeid(*current), &typeid(Later));
    assert_may_alias(get(&later), &b);
    return 0;
}
