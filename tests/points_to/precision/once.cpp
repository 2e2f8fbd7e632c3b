// The function that `std::call_once` runs receives its own arguments, and nothing of another type.
#include <mutex>

#include "../assertions.h"

static int first, second;
static int *opened, *closed;

int main() {
    int *one = &first, *two = &second;
    std::once_flag open, close;
    std::call_once(open, [&one] { opened = one; });
    std::call_once(close, [&two] { closed = two; });
    assert_may_alias(opened, &first);
    assert_no_alias(opened, &second);
    assert_may_alias(closed, &second);
    assert_no_alias(closed, &first);
}
