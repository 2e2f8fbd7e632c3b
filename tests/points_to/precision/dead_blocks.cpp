// The effects of a request that is never made are ignored. For example, the manager function of a `std::function`,
// which copies and destroys its content, can also store a pointer to the content.
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

// A virtual function with the same parameters as the manager function of a `std::function`: two addresses and a number.
// Vtables are constants, so a virtual call cannot call a function that code stores.
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
