// FLAGS: -std=c++17
// Objects in allocated memory: of derived classes, in aggregates, in other objects, and in bytes.
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "../assertions.h"

static int a, b, c, d, e;

struct Base {
    int *where;
    explicit Base(int *to) : where(to) {}
    Base(const Base &other) : where(other.where) {}
    virtual ~Base() { where = nullptr; }
    __attribute__((noinline)) int *get() { return where; }
};

struct Derived : Base {
    explicit Derived(int *to) : Base(to) {}
    __attribute__((noinline)) int *get() { return where; }
};

struct Same : Derived {
    using Derived::Derived;
    __attribute__((noinline)) int *get() { return where; }
};

struct Plain {
    int *where;
    explicit Plain(int *to) : where(to) {}
    Plain(const Plain &other) : where(other.where) {}
    ~Plain() { where = nullptr; }
    __attribute__((noinline)) int *get() { return where; }
};

struct Aggregate {
    Plain plain;
    __attribute__((noinline)) int *get() { return plain.get(); }
};

struct Extended : Plain {
    __attribute__((noinline)) int *get() { return where; }
};

struct Outer {
    long before = 0;
    Plain plain;
    explicit Outer(int *to) : plain(to) {}
    Outer(const Outer &other) : plain(other.plain) {}
    ~Outer() {}
    __attribute__((noinline)) int *get() { return plain.get(); }
};

int main() {
    assert_may_alias((new Derived(&a))->get(), &a);
    assert_may_alias((new Same(&b))->get(), &b);
    assert_may_alias((new Aggregate{Plain(&c)})->get(), &c);
    assert_may_alias((new Extended{Plain(&d)})->get(), &d);
    assert_may_alias((new Outer(&e))->get(), &e);
    assert_may_alias((new Plain[2]{Plain(&a), Plain(&b)})[unknown(1)].get(), &b);
    assert_may_alias(std::make_unique<Same>(&c)->get(), &c);
    assert_may_alias(std::make_shared<Same>(&d)->get(), &d);
    std::shared_ptr<Outer> outer = std::make_shared<Outer>(&e);
    std::shared_ptr<Plain> inner(outer, &outer->plain);
    assert_may_alias(inner->get(), &e);

    std::vector<Outer> outers;
    outers.emplace_back(&a);
    outers.emplace_back(&b);
    assert_may_alias(outers[unknown(1)].plain.get(), &b);
    std::vector<std::optional<Plain>> options(2);
    options[unknown(1)].emplace(&c);
    assert_may_alias(options[1]->get(), &c);
    std::map<std::string, std::pair<int, Aggregate>> map;
    map.insert({"key", {1, Aggregate{Plain(&d)}}});
    assert_may_alias(map.begin()->second.second.get(), &d);
    std::list<Extended> list;
    list.push_back(Extended{Plain(&e)});
    assert_may_alias(list.back().get(), &e);
    std::deque<std::unique_ptr<Base>> deque;
    deque.push_back(std::make_unique<Same>(&a));
    assert_may_alias(static_cast<Same *>(deque.front().get())->get(), &a);

    // Any object may be in bytes.
    std::vector<unsigned char> bytes(sizeof(Plain));
    Plain *placed = new (bytes.data()) Plain(&b);
    assert_may_alias(placed->get(), &b);
    placed->~Plain();
    struct Bytes {
        alignas(Plain) unsigned char storage[sizeof(Plain)];
    };
    std::vector<Bytes> slots(3);
    Plain *slot = new (&slots[unknown(2)]) Plain(&c);
    assert_may_alias(slot->get(), &c);
    slot->~Plain();
    void *raw = ::operator new(sizeof(Outer));
    Outer *made = new (raw) Outer(&d);
    assert_may_alias(made->get(), &d);
}
