// Virtual bases: their offset depends on the class of the whole object, for a dynamic_cast as well.
#include <fstream>
#include <new>
#include <sstream>

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

// Objects whose class is harder to determine from their creation.
struct Counted {
    int *counted = nullptr;
    virtual ~Counted() {}
    virtual int *get() { return counted; }
    virtual Counted *self() { return this; }
};
struct One : virtual Counted {
    int *one = nullptr;
    // During the construction of a base, the object has the class of that base.
    One() { one = of(this); }
    static int *of(One *object) { return object->get(); }
    int *get() override { return &zero_of_one; }
    // The result is adjusted by a virtual thunk.
    One *self() override { return this; }
    static inline int zero_of_one;
};
struct Padded {
    int *padding[5] = {};
    virtual ~Padded() {}
};
struct Two : Padded, One {
    int *get() override { return counted; }
    Two *self() override { return this; }
};
struct Three : Two, virtual Padded {
    int *third = nullptr;
};
union Storage {
    char bytes[256];
    void *aligned;
};

__attribute__((noinline)) static One *make(int number, Storage *storage) {
    switch (number) {
    case 1: return new One;
    case 2: return new (storage) Two;
    case 3: return new Two[3] + 2;
    default: return new Three;
    }
}
__attribute__((noinline)) static int *through_member(Counted *object, int *Counted::*member) { return object->*member; }
__attribute__((noinline)) static int *through_function(One *object, int *(Counted::*function)()) {
    return (object->*function)();
}

// The vtable of an object that the library constructs is unknown.
struct Text : std::ostringstream {
    int *text = nullptr;
};
__attribute__((noinline)) static std::ios *base(std::ostream *stream) { return stream; }

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

    Storage storage;
    for (int number = 1; number <= 4; ++number) {
        One *object = make(number, &storage);
        assert_may_alias(object->one, &One::zero_of_one);
        object->counted = &a;
        Counted *counted = object;
        assert_may_alias(counted->counted, &a);
        assert_may_alias(counted->get(), number == 1 ? &One::zero_of_one : &a);
        assert_may_alias(through_member(object, &Counted::counted), &a);
        assert_may_alias(through_function(object, &Counted::get), number == 1 ? &One::zero_of_one : &a);
        assert_may_alias(counted->self(), counted);
        counted->self()->counted = &b;
        assert_may_alias(object->counted, &b);
        if (Two *two = dynamic_cast<Two *>(counted)) {
            two->padding[1] = &c;
            assert_may_alias(static_cast<Padded *>(two)->padding[1], &c);
        }
        *object = *make(1, nullptr);
        assert_may_alias(object->one, &One::zero_of_one);
    }

    std::ofstream file;
    std::ios *ios = base(&file);
    assert_may_alias(ios, base(&file));
    Text text;
    text.text = &a;
    ios = base(&text);
    assert_may_alias(ios, base(&text));
    assert_may_alias(static_cast<Text *>(static_cast<std::ostream *>(&text))->text, &a);
    return 0;
}
