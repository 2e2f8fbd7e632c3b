// The virtual base of a base is behind the members of the derived class, not in the base.
#include "../assertions.h"

static int a, b, c;

struct Root {
    int *where = &a;
    __attribute__((noinline)) int *get() { return where; }
    virtual ~Root() { where = nullptr; }
};

struct Middle : virtual Root {
    long own = 1;
};

struct Leaf : Middle {
    long more[4] = {};
    explicit Leaf(int *to) { where = to; }
};

struct Holder {
    long before = 0;
    Leaf leaf;
    explicit Holder(int *to) : leaf(to) {}
};

static __attribute__((noinline)) int *of(Root *root) { return root->get(); }

int main() {
    Leaf leaf(&b);
    assert_may_alias(of(&leaf), &b);
    Holder holder(&c);
    assert_may_alias(of(&holder.leaf), &c);
    assert_may_alias(of(new Leaf(&a)), &a);
    Leaf temporary = Leaf(&c);
    assert_may_alias(of(&temporary), &c);
}
