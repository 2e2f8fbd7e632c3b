// The virtual functions of a base class are not called for objects of derived classes, even if other functions are
// called during construction or destruction. BUILDS lists the builds in which constructors are not inlined.
// BUILDS: O0 O0-mem2reg
#include <stdexcept>
#include <string>
#include <vector>
#include "../assertions.h"

static int a, b, c, d;

struct Base {
    std::string name;
    Base() : name("base") {}
    virtual ~Base() {}
    virtual int *get() { return &a; }
};

struct Middle : Base {
    std::vector<int> numbers;
    explicit Middle(int count) : numbers(count) {
        if (count == 9) throw std::runtime_error(name);
    }
    ~Middle() override { numbers.clear(); }
    int *get() override { return &b; }
};

struct Derived : Middle {
    explicit Derived(int count) : Middle(count) {}
    int *get() override { return &c; }
};

// The constructor does not call anything that uses vtables, but the base constructor and the destructor do.
struct Guard {
    virtual ~Guard() { value = get(this); }
    virtual int *get() { return &a; }
    static int *get(Guard *guard) { return guard->get(); }
    static inline int *value;
};

struct Failing : Guard {
    explicit Failing(bool fails) {
        if (fails) throw 1;
    }
    int *get() override { return &b; }
};

struct Worse : Failing {
    explicit Worse(bool fails) : Failing(fails) {}
    int *get() override { return &c; }
};

// The second of two base classes.
struct First {
    virtual ~First() {}
    virtual int *first() { return &a; }
};

struct Both : First, Base {
    int *first() override { return &b; }
    int *get() override { return &b; }
};

struct Most : Both {
    int *first() override { return &c; }
    int *get() override { return &d; }
};

// The cleanup for an exception in the constructor of the base class does not use the vtable of that class.
struct Loud {
    ~Loud() { listener(); }
    static void listen() {}
    static inline void (*volatile listener)() = listen;
};

struct Careful : Loud, Base {
    int *get() override { return &d; }
};

// A local class, and one that is a template argument.
template <typename T> struct Box : Base {
    int *get() override { return &b; }
};

__attribute__((noinline)) static int *get(Base *base) { return base->get(); }
__attribute__((noinline)) static int *first(First *object) { return object->first(); }

int main() {
    Derived derived(unknown(3));
    int *got = get(&derived);
    assert_may_alias(got, &c);
    assert_no_alias(got, &a);
    assert_no_alias(got, &b);

    Worse worse(unknown(0));
    int *released = Guard::get(&worse);
    assert_may_alias(released, &c);
    assert_no_alias(released, &b);

    Most most;
    int *second = get(&most);
    assert_may_alias(second, &d);
    assert_no_alias(second, &a);
    assert_no_alias(second, &b);
    assert_may_alias(first(&most), &c);
    assert_no_alias(first(&most), &b);

    Careful careful;
    int *cared = get(&careful);
    assert_may_alias(cared, &d);
    assert_no_alias(cared, &a);

    struct Local : Box<int> {
        int *get() override { return &d; }
    };
    Local local;
    int *gotten = get(&local);
    assert_may_alias(gotten, &d);
    assert_no_alias(gotten, &b);
    return 0;
}
