// A dynamic_cast to or from a virtual base: how far it is depends on the class of the whole object.
#include "../assertions.h"

struct Left {
    virtual ~Left() {}
    int *left = nullptr;
};
struct Right {
    virtual ~Right() {}
    int *right = nullptr;
};
struct Shared : virtual Left, Right {};
struct More : Right, Shared {
    int *more = nullptr;
};

template <class To, class From> __attribute__((noinline)) static To *cast(From *from) { return dynamic_cast<To *>(from); }

int main() {
    int a, b, c;
    Shared shared;
    shared.left = &a;
    shared.right = &b;
    Left *left = &shared;
    assert_may_alias(cast<Right>(left)->right, &b);
    assert_may_alias(cast<Shared>(left)->right, &b);
    Right *right = &shared;
    assert_may_alias(cast<Left>(right)->left, &a);

    More more;
    more.left = &b;
    more.more = &c;
    left = &more;
    assert_may_alias(cast<More>(left)->more, &c);
    right = static_cast<Shared *>(&more);
    assert_may_alias(cast<Left>(right)->left, &b);
    return 0;
}
