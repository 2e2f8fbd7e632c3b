// A copy of a member leaves the members beside it unchanged: swapping the objects of two `std::function`s does not
// change their pointers to functions.
#include <functional>
#include <utility>

#include "../assertions.h"

static int one, two;

struct Door {
    std::function<int *()> open, close;

    Door &on_open(std::function<int *()> action) {
        open = std::move(action);
        return *this;
    }

    Door &on_close(std::function<int *()> action) {
        close = std::move(action);
        return *this;
    }
};

int main() {
    Door door;
    door.on_open([] { return &one; }).on_close([] { return &two; });
    int *opened = door.open();
    assert_may_alias(opened, &one);
    assert_no_alias(opened, &two);
    int *closed = door.close();
    assert_may_alias(closed, &two);
    assert_no_alias(closed, &one);
}
