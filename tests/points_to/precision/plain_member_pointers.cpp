// Without pointers to virtual member functions, calls through pointers to members do not read virtual tables.
#include "../assertions.h"

static int a, b, c;

struct Machine {
    virtual ~Machine() {}
    virtual int *which() { return &c; }
    int *first() { return &a; }
    int *second() { return &b; }
};

int main() {
    Machine machine;
    int *(Machine::*steps[])() = {&Machine::first, &Machine::second};
    int *found = (machine.*steps[unknown(1)])();
    assert_may_alias(found, &b);
    assert_no_alias(found, &c);
    Machine *pointer = &machine;
    assert_may_alias(pointer->which(), &c);
}
