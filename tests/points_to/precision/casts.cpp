// A dynamic_cast leads from one base of an object to another: to the offset of that base in the program's classes. For
// an object of a class without that base, the result is null.
#include "../assertions.h"

struct Left {
    virtual ~Left() {}
    int *left = nullptr;
};
struct Right {
    virtual ~Right() {}
    int *right = nullptr;
};
struct Both : Left, Right {};
struct Padded {
    virtual ~Padded() {}
    int *padding = nullptr;
};
struct Deep : Padded, Both {};

__attribute__((noinline)) static Right *across(Left *left) { return dynamic_cast<Right *>(left); }
__attribute__((noinline)) static Both *down(Right *right) { return dynamic_cast<Both *>(right); }
__attribute__((noinline)) static Padded *far(Right *right) { return dynamic_cast<Padded *>(right); }

struct Shape {
    int *shape = nullptr;
    virtual ~Shape() {}
};
struct Circle : Shape {
    int *radius = nullptr;
};
struct Wheel : Circle {};
struct Square : Shape {
    int *side = nullptr;
};

__attribute__((noinline)) static Circle *as_circle(Shape *shape) { return dynamic_cast<Circle *>(shape); }

int main() {
    int a, b, c;
    Both both;
    both.left = &a;
    both.right = &b;
    Right *right = across(&both);
    if (right) assert_no_alias(right->right, &a);
    Both *whole = down(right);
    if (whole) assert_no_alias(whole->left, &b);
    if (whole) assert_no_alias(whole->right, &a);

    Deep deep;
    deep.padding = &c;
    deep.left = &a;
    deep.right = &b;
    Padded *padded = far(&deep);
    if (padded) assert_no_alias(padded->padding, &a);
    if (padded) assert_no_alias(padded->padding, &b);

    Wheel wheel;
    wheel.radius = &a;
    Square square;
    square.side = &b;
    Circle *circle = as_circle(&wheel);
    if (circle) assert_may_alias(circle->radius, &a);
    if (circle) assert_no_alias(circle->radius, &b);
    as_circle(&square);
    return 0;
}
