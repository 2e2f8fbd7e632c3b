// The memory that an allocator of the C++ standard library allocates has the type of its elements, also where its
// functions are inlined: a member function does not run for elements of another class.
#include <vector>

#include "../assertions.h"

static int first, second;
static int *seen, *also_seen;

struct One {
    int *target = &first;
    __attribute__((noinline)) void look() { seen = target; }
};

struct Two {
    int *target = &second;
    __attribute__((noinline)) void look() { also_seen = target; }
};

__attribute__((noinline)) static void look(void *element, bool is_one) {
    if (is_one) {
        static_cast<One *>(element)->look();
    } else {
        static_cast<Two *>(element)->look();
    }
}

int main() {
    std::vector<One> ones(3);
    std::vector<Two> twos(3);
    look(&ones[unknown(1)], true);
    look(&twos[unknown(2)], false);
    assert_may_alias(seen, &first);
    assert_no_alias(seen, &second);
    assert_may_alias(also_seen, &second);
    assert_no_alias(also_seen, &first);
}
