// The virtual functions of base classes are not called for objects of derived classes, after constructors and
// destructors have been inlined. BUILDS lists the build with inlining.
// BUILDS: O1
#include <memory>
#include <vector>
#include "../assertions.h"

static int a, b, c, d;
static int released;

struct Carrier {
    virtual ~Carrier() { released++; }
    virtual int *get() { return &a; }
};
struct Tracked {
    virtual ~Tracked() = default;
    virtual int *track() { return &a; }
};
// The destructors of these classes only store the vtable pointer of their base.
struct Truck : Carrier, Tracked {
    int *get() override { return &b; }
    int *track() override { return &c; }
};
struct Bicycle : Carrier {
    int *get() override { return &d; }
};

int main() {
    std::vector<std::unique_ptr<Carrier>> carriers;
    carriers.push_back(std::make_unique<Truck>());
    carriers.push_back(std::make_unique<Bicycle>());
    for (auto &carrier : carriers) {
        assert_no_alias(carrier->get(), &a);
        assert_no_alias(carrier->get(), &c);
    }
    carriers.erase(carriers.begin() + unknown(1));
    assert_no_alias(carriers[0]->get(), &a);
    Truck truck;
    Tracked *volatile tracked = &truck;
    assert_may_alias(tracked->track(), &c);
    assert_no_alias(tracked->track(), &a);
    carriers.clear();
    if (released == 0) return 1;
}
