// The function that `std::call_once` runs receives its own arguments. Neither callables of another type nor those of
// another call of the same type are mixed with them.
#include <mutex>

#include "../assertions.h"

static int first, second;
static int *opened, *closed, *kept, *dropped;

static void keep(int *given) { kept = given; }
static void drop(int *given) { dropped = given; }

int main() {
    int *one = &first, *two = &second;
    std::once_flag open, close;
    std::call_once(open, [&one] { opened = one; });
    std::call_once(close, [&two] { closed = two; });
    assert_may_alias(opened, &first);
    assert_no_alias(opened, &second);
    assert_may_alias(closed, &second);
    assert_no_alias(closed, &first);

    std::once_flag keeps, drops;
    std::call_once(keeps, keep, one);
    std::call_once(drops, drop, two);
    assert_may_alias(kept, &first);
    assert_no_alias(kept, &second);
    assert_may_alias(dropped, &second);
    assert_no_alias(dropped, &first);
}
