// Virtual calls reach the functions in the vtables of the existing objects, and members of different objects are
// distinguished.
#include "../assertions.h"

static int a, b, c;

struct Base {
    virtual int *get() { return &a; }
    virtual int *other() { return &b; }
    virtual ~Base() {}
};
struct Used : Base {
    int *member;
    int *second;
    Used(int *member, int *second) : member(member), second(second) {}
    int *get() override { return &c; }
};
struct Unused : Base {
    int *get() override { return &b; }
};
struct Interface {
    virtual void set(int *p) = 0;
};
struct Two : Base, Interface {
    int *kept = nullptr;
    void set(int *p) override { kept = p; }
};

__attribute__((noinline)) static int *call(Base *base) { return base->get(); }

int main() {
    Used used(&a, &b);
    assert_no_alias(call(&used), &b);
    assert_may_alias(call(&used), &c);
    assert_no_alias(used.member, used.second);
    assert_no_alias(used.other(), used.get());
    Two two;
    Interface *interface = &two;
    interface->set(&c);
    assert_no_alias(two.kept, &b);
    assert_no_alias(interface, static_cast<Base *>(&two));
    auto closure = [one = &a, other = &b](bool which) { return which ? one : other; };
    auto first = [one = &a, other = &b] { return one; };
    assert_no_alias(first(), &b);
    assert_may_alias(closure(true), &a);
    Used *made = new Used(&a, &c), *again = new Used(&a, &c);
    assert_no_alias(made, again);
    assert_no_alias(made->member, made->second);
    delete made;
    return 0;
}
