// The vtable of an object contains the offset of a virtual base, which depends on the class of the whole object. The
// base is at no other offset, so its members are distinguished from other members and from pointers to vtables.
#include "../assertions.h"

static int a, b, c, d, e;

struct Shared {
    int *shared = nullptr;
    virtual ~Shared() {}
    virtual int *get() { return shared; }
};
struct Left : virtual Shared {
    int *left = nullptr;
    virtual int *get_left() { return left; }
};
struct Right : virtual Shared {
    int *right = nullptr;
    virtual int *get_right() { return right; }
};
struct Both : Left, Right {
    int *own = nullptr;
    int *get() override { return own; }
};
// The constructor finds its virtual base through a construction vtable.
struct Noted : virtual Shared {
    int *noted;
    explicit Noted(int *pointer) : noted(pointer) { shared = &d; }
};
struct More : Right, Noted {
    explicit More(int *pointer) : Noted(pointer) {}
};
// A virtual base of a virtual base, and one without members, at offset 0.
struct Bare {
    virtual int *bare() { return &a; }
};
struct Near : virtual Bare {
    int *near = nullptr;
};
struct Far : virtual Near, virtual Both {
    int *far = nullptr;
    int *bare() override { return far; }
};

__attribute__((noinline)) static void set(Left *object, int *pointer) { object->shared = pointer; }
__attribute__((noinline)) static int *get(Right *object) { return object->shared; }
__attribute__((noinline)) static int *call(Shared *object) { return object->get(); }
__attribute__((noinline)) static int *call(Bare *object) { return object->bare(); }
template <class To, class From> __attribute__((noinline)) static To *cast(From *from) { return dynamic_cast<To *>(from); }

int main() {
    Both both;
    both.left = &a;
    both.right = &b;
    both.own = &e;
    set(&both, &c);
    assert_may_alias(both.left, &a);
    assert_no_alias(both.left, &c);
    assert_no_alias(both.right, &c);
    assert_no_alias(both.own, &c);
    assert_may_alias(get(&both), &c);
    assert_no_alias(get(&both), &a);
    assert_no_alias(get(&both), &e);

    // The function is called for objects of two classes.
    Left alone;
    alone.left = &b;
    set(&alone, &d);
    assert_may_alias(alone.shared, &d);
    assert_no_alias(alone.left, &d);
    assert_no_alias(alone.left, &c);

    // The override is called through a virtual thunk.
    assert_may_alias(call(&both), &e);
    assert_may_alias(call(&alone), &d);
    assert_no_alias(call(&both), &a);
    assert_no_alias(call(&alone), &b);

    More more(&a);
    assert_may_alias(get(&more), &d);
    assert_may_alias(more.noted, &a);
    assert_no_alias(more.noted, &d);
    assert_no_alias(get(&more), &a);

    Far far;
    far.near = &b;
    far.far = &c;
    far.left = &d;
    assert_may_alias(call(static_cast<Bare *>(&far)), &c);
    assert_no_alias(call(static_cast<Bare *>(&far)), &b);
    set(&far, &e);
    assert_may_alias(get(&far), &e);
    assert_no_alias(far.left, &e);
    assert_no_alias(far.near, &e);

    Shared *shared = &both;
    assert_may_alias(cast<Right>(shared)->right, &b);
    assert_no_alias(cast<Right>(shared)->right, &a);
    return 0;
}
