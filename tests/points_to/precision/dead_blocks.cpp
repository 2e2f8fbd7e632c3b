// What a function does only if it is asked to, and nobody asks, does not count: what copies and destroys the content of
// a `std::function` can also store a pointer to that content where the content is.
#include <functional>

#include "../assertions.h"

static int first, second;
static int *kept;

enum Request { keep_first, keep_second };

__attribute__((noinline)) static void keep(Request request) {
    if (request == keep_first) kept = &first;
    if (request == keep_second) kept = &second;
}

struct Queue {
    std::function<void()> task;
    int *mine = &first;
    void post(std::function<void()> next) { task = std::move(next); }
};

static Queue *posted;

int main() {
    keep(keep_first);
    assert_may_alias(kept, &first);
    assert_no_alias(kept, &second);

    Queue queue;
    queue.post([&queue] {
        posted = &queue;
        queue.post([] {});
    });
    std::function<void()> task = std::move(queue.task);
    task();
    assert_may_alias(posted, &queue);
    assert_no_alias(posted, &task);
}
