// Virtual functions: through vtables of one, several and virtual bases, with adjusted pointers.
#include "../assertions.h"

static int a, b, c;

struct Shape {
    int *payload = &a;
    virtual int *get(int *p) { return payload; }
    virtual Shape *itself() { return this; }
    virtual ~Shape() {}
};
struct Circle : Shape {
    int *get(int *p) override { return p; }
    Circle *itself() override { return this; }
};
struct Named {
    int *name = &c;
    virtual int *get_name() { return name; }
    virtual ~Named() {}
};
struct Both : Shape, Named {
    int *own = &b;
    int *get_name() override { return own; }
    int *get(int *p) override { return own; }
};
struct Base {
    int *shared = &b;
    virtual int *read() = 0;
    virtual ~Base() {}
};
struct Left : virtual Base {
    int *left = &a;
    int *read() override { return shared; }
};
struct Right : virtual Base {
    int *right = &c;
    virtual int *other() { return right; }
};
struct Diamond : Left, Right {
    int *read() override { return left; }
    int *other() override { return shared; }
};

template <typename Derived> struct Curious {
    int *call() { return static_cast<Derived *>(this)->implementation(); }
};
struct Implementation : Curious<Implementation> {
    int *member = &c;
    int *implementation() { return member; }
};

struct Early {
    int *seen;
    Early() { seen = chosen(); }
    virtual int *chosen() { return &a; }
};
struct Late : Early {
    int *chosen() override { return &b; }
};

__attribute__((noinline)) static int *through_base(Shape *shape, int *p) { return shape->get(p); }
__attribute__((noinline)) static int *through_virtual_base(Base *base) { return base->read(); }

int main() {
    Shape shape;
    Circle circle;
    Both both;
    assert_may_alias(through_base(&shape, &b), &a);
    assert_may_alias(through_base(&circle, &b), &b);
    assert_may_alias(through_base(&both, &a), &b);
    Shape *shapes[] = {&shape, &circle, &both};
    assert_may_alias(shapes[unknown(1)]->itself(), &circle);
    Named *named = &both;
    assert_may_alias(named->get_name(), &b);
    assert_may_alias(named->name, &c);
    assert_may_alias(dynamic_cast<Shape *>(named), static_cast<Shape *>(&both));
    assert_may_alias(dynamic_cast<void *>(named), &both);
    Diamond diamond;
    assert_may_alias(through_virtual_base(&diamond), &a);
    Right *right = &diamond;
    assert_may_alias(right->other(), &b);
    assert_may_alias(right->shared, &b);
    assert_may_alias(dynamic_cast<Left *>(right)->left, &a);
    Base *made = unknown(1) ? static_cast<Base *>(new Diamond) : new Left;
    assert_may_alias(made->shared, &b);
    assert_may_alias(through_virtual_base(made), &a);
    Implementation implementation;
    assert_may_alias(implementation.call(), &c);
    Late late;
    assert_may_alias(late.seen, &a);
    Early *early = &late;
    assert_may_alias(early->chosen(), &b);
    Named *owned = new Both;
    delete owned;
    return 0;
}
