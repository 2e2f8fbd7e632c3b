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

// A virtual function that takes what copies and destroys the content of a function takes, too: two addresses and a
// number. Tables are constants, so that a virtual call is of none that code stores.
struct Category {
    virtual bool has(Queue &, int code) const { return code > 0; }
};

__attribute__((noinline)) static bool ask(const Category &category, Queue &queue, int code) {
    return category.has(queue, code);
}

int main(int argc, char **) {
    keep(keep_first);
    assert_may_alias(kept, &first);
    assert_no_alias(kept, &second);

    Queue queue;
    queue.post([&queue] {
        posted = &queue;
        queue.post([] {});
    });
    Category category;
    if (!ask(category, queue, argc)) return 1;
    std::function<void()> task = std::move(queue.task);
    task();
    assert_may_alias(posted, &queue);
    assert_no_alias(posted, &task);
}
