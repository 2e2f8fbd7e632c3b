// `std::call_once` runs its argument: functions, methods and lambdas, including several of one type with different
// contents, and nested calls.
#include <mutex>

#include "../assertions.h"

static int first, second, third, fourth, fifth;
static int *kept, *inner, *outer, *passed, *held;

struct Keeper {
    int *mine;
    void keep(int *given) {
        held = mine;
        passed = given;
    }
};

static void set_up() { kept = &first; }

__attribute__((noinline)) static void once(std::once_flag &flag, int *given, int *&place) {
    std::call_once(flag, [given, &place] { place = given; });
}

int main() {
    std::once_flag flags[6];
    std::call_once(flags[0], set_up);
    assert_may_alias(kept, &first);

    once(flags[1], &second, kept);
    assert_may_alias(kept, &second);
    once(flags[2], &third, kept);
    assert_may_alias(kept, &third);

    Keeper keeper{&fourth};
    std::call_once(flags[3], &Keeper::keep, &keeper, &fifth);
    assert_may_alias(held, &fourth);
    assert_may_alias(passed, &fifth);

    std::call_once(flags[4], [&] {
        std::call_once(flags[5], [] { inner = &first; });
        outer = &second;
    });
    assert_may_alias(inner, &first);
    assert_may_alias(outer, &second);
}
