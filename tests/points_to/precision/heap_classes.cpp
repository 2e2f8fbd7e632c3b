// The classes of objects in memory of allocators: a member function does not run on objects of other classes.
// BUILDS: O0 O0-mem2reg
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>
#include "../assertions.h"

static int a, b, c, d;

template <int number> struct Holder {
    int *where = nullptr;
    Holder() {}
    Holder(const Holder &other) : where(other.where) {}
    ~Holder() { where = nullptr; }
    __attribute__((noinline)) void set(int *to) { where = to; }
    __attribute__((noinline)) int *get() { return where; }
};

int main() {
    std::vector<Holder<0>> list(3);
    std::map<int, Holder<1>> ordered;
    std::unordered_map<int, Holder<2>> hashed;
    std::shared_ptr<Holder<3>> shared = std::make_shared<Holder<3>>();
    void *all[] = {&list[unknown(1)], &ordered[1], &hashed[1], shared.get()};
    static_cast<Holder<0> *>(all[unknown(0)])->set(&a);
    static_cast<Holder<1> *>(all[unknown(1)])->set(&b);
    static_cast<Holder<2> *>(all[unknown(2)])->set(&c);
    static_cast<Holder<3> *>(all[unknown(3)])->set(&d);
    assert_may_alias(list[unknown(1)].get(), &a);
    assert_no_alias(list[unknown(1)].get(), &b);
    assert_may_alias(ordered[1].get(), &b);
    assert_no_alias(ordered[1].get(), &c);
    assert_may_alias(hashed[1].get(), &c);
    assert_no_alias(hashed[1].get(), &d);
    assert_may_alias(shared->get(), &d);
    assert_no_alias(shared->get(), &a);
}
