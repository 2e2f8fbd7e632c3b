// Where a caller passes a constant, only what the function does for this number applies. `std::function` copies,
// destroys and finds its target by one function, which gets the number of the operation.
#include "../assertions.h"

struct slot {
    int *value;
};

static int first, second;

enum { COPY, FIND, CLEAR };

__attribute__((noinline)) static void manage(struct slot *to, struct slot *from, int operation) {
    switch (operation) {
    case COPY: to->value = from->value; break;
    case FIND: to->value = (int *)from; break;
    case CLEAR: to->value = 0; break;
    }
}

__attribute__((noinline)) static void pass_on(struct slot *to, struct slot *from, int operation) {
    manage(to, from, operation);
}

static void (*manager)(struct slot *, struct slot *, int) = manage;

int main(void) {
    struct slot one = {&first}, copied = {&second}, found = {&second}, cleared = {&second}, passed = {&second};
    manage(&copied, &one, COPY);
    assert_may_alias(copied.value, &first);
    assert_no_alias(copied.value, &one);
    manage(&found, &one, FIND);
    assert_may_alias(found.value, &one);
    assert_no_alias(found.value, &first);
    pass_on(&passed, &one, COPY);
    assert_no_alias(passed.value, &one);
    manager(&cleared, &one, CLEAR);
    assert_no_alias(cleared.value, &one);
    assert_no_alias(cleared.value, &first);
}
