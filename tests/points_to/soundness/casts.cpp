// The results of dynamic_cast: down, across, over several levels, from a base that occurs twice, and in objects of
// several classes that have the same bases in a different order.
#include "../assertions.h"

struct Left {
    virtual ~Left() {}
    int *left = nullptr;
};
struct Right {
    virtual ~Right() {}
    int *right = nullptr;
};
struct Both : Left, Right {
    int *own = nullptr;
};
struct Turned : Right, Left {};
struct Padded {
    virtual ~Padded() {}
    int *padding = nullptr;
};
struct Deep : Padded, Both {};
struct Deeper : Padded, Deep {};

struct First : Left {};
struct Second : Left {};
struct Twice : First, Second, Right {};

template <class To, class From> __attribute__((noinline)) static To *cast(From *from) { return dynamic_cast<To *>(from); }

int main() {
    int a, b, c, d;
    Both both;
    both.left = &a;
    both.right = &b;
    both.own = &c;
    Left *left = &both;
    Right *right = cast<Right>(left);
    assert_may_alias(right->right, &b);
    assert_may_alias(cast<Left>(right)->left, &a);
    assert_may_alias(cast<Both>(right)->own, &c);
    assert_may_alias(cast<Both>(left)->own, &c);

    Turned turned;
    turned.left = &c;
    turned.right = &d;
    left = &turned;
    assert_may_alias(cast<Right>(left)->right, &d);
    right = &turned;
    assert_may_alias(cast<Left>(right)->left, &c);

    Deeper deeper;
    deeper.left = &d;
    deeper.right = &a;
    deeper.Deep::padding = &b;
    right = &deeper;
    assert_may_alias(cast<Left>(right)->left, &d);
    assert_may_alias(cast<Deep>(right)->padding, &b);

    Twice twice;
    twice.First::left = &b;
    twice.Second::left = &c;
    twice.right = &d;
    left = static_cast<Second *>(&twice);
    assert_may_alias(cast<Right>(left)->right, &d);
    assert_may_alias(cast<First>(left)->left, &b);
    right = &twice;
    assert_may_alias(cast<Second>(right)->left, &c);
    return 0;
}
