// The effects of a request are included if any caller may make it: with a constant, with its own parameter, with a
// variable, or through a pointer.
#include <functional>

#include "../assertions.h"

static int first, second, third, fourth;
static int *kept;

__attribute__((noinline)) static void keep(int request) {
    switch (request) {
    case 1: kept = &first; break;
    case 2: kept = &second; break;
    case 3: kept = &third; break;
    default: kept = &fourth;
    }
}

__attribute__((noinline)) static void pass_on(int request) {
    if (request == 0) return;
    keep(request);
}

__attribute__((noinline)) static int *choose(int request) { return request == 1 ? &first : &second; }
__attribute__((noinline)) static int *count(int request) {
    if (request == 0) return &third;
    return count(request - 1);
}

static int *(*chooser)(int) = choose;

struct Answer {
    int *value;
    int *operator()() const { return value; }
};

int main(int argc, char **) {
    pass_on(1);
    assert_may_alias(kept, &first);
    pass_on(2);
    assert_may_alias(kept, &second);
    keep(3);
    assert_may_alias(kept, &third);
    keep(7);
    assert_may_alias(kept, &fourth);
    assert_may_alias(chooser(argc), &first);
    assert_may_alias(chooser(argc + 1), &second);
    assert_may_alias(count(3), &third);

    // `target` returns a pointer to the content of a `std::function`.
    std::function<int *()> function = Answer{&first};
    Answer *answer = function.target<Answer>();
    assert_may_alias(answer->value, &first);
    answer->value = &second;
    assert_may_alias(function(), &second);
}
