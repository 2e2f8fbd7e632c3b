// `this` only points to objects of the class, even if the pointer may point to other objects.
#include <functional>
#include <vector>
#include "../assertions.h"

static int a, b, c;

struct First {
    int *where = &a;
    long more = 1;
    __attribute__((noinline)) int *get() { return where; }
    int *inlined() { return where; }
};

struct Second {
    int *where = &b;
    double more = 2;
    long most = 3;
    __attribute__((noinline)) int *get() { return where; }
};

// It is too small.
struct Third {
    int *where = &c;
    __attribute__((noinline)) int *get() { return where; }
};

// A base and a member are objects of their classes, other members are not.
struct Whole : First {
    Second member;
    int *other = &c;
};

struct Watch {
    int count = 1;
    __attribute__((noinline)) ~Watch() { a += count; }
};

__attribute__((noinline)) static void *choose(void **things, int index) {
    if (index > 5) throw index;
    return things[index];
}

int main() {
    First first;
    Second second;
    Third *third = new Third;
    void *things[] = {&first, &second, third};
    int *from_first = static_cast<First *>(things[unknown(0)])->get();
    assert_may_alias(from_first, &a);
    assert_no_alias(from_first, &b);
    assert_no_alias(from_first, &c);
    int *from_second = static_cast<Second *>(things[unknown(1)])->get();
    assert_may_alias(from_second, &b);
    assert_no_alias(from_second, &a);
    assert_no_alias(from_second, &c);
    int *inlined = static_cast<First *>(things[unknown(0)])->inlined();
    assert_may_alias(inlined, &a);
    {
        // If the call throws, the variable is destroyed.
        Watch watch;
        int *chosen = static_cast<First *>(choose(things, unknown(0)))->inlined();
        assert_may_alias(chosen, &a);
        assert_no_alias(chosen, &b);
        assert_no_alias(chosen, &c);
    }

    Whole whole;
    void *parts[] = {static_cast<First *>(&whole), &whole.member, &whole.other};
    int *from_base = static_cast<First *>(parts[unknown(0)])->get();
    assert_may_alias(from_base, &a);
    assert_no_alias(from_base, &b);
    int *from_member = static_cast<Second *>(parts[unknown(1)])->get();
    assert_may_alias(from_member, &b);
    assert_no_alias(from_member, &c);

    // The captures are in one array, so each lambda seems to have all of them.
    std::vector<std::function<void(int)>> steps;
    int *found = nullptr, *other = nullptr;
    steps.push_back([&first, &found](int) { found = first.get(); });
    steps.push_back([&second, &other](int) { other = second.get(); });
    for (auto &step : steps) step(0);
    assert_may_alias(first.where, &a);
    assert_no_alias(first.where, &b);
    delete third;
}
