// A dynamic_cast that fails for one of two objects only leads to the other.
#include "../assertions.h"

struct Base {
    virtual ~Base() {}
};
struct One : Base {};
struct Other : Base {};

int main() {
    One one;
    Other other;
    Base *base = unknown(1) ? static_cast<Base *>(&one) : &other;
    if (One *cast = dynamic_cast<One *>(base)) assert_no_alias(cast, &other);
    return 0;
}
