// Coroutines: their frames are on the heap, and contain the functions that resume them.
// FLAGS: -std=c++20
#include <coroutine>
#include "../assertions.h"

static int a, b, c;

struct Generator {
    struct promise_type {
        int *current = nullptr;
        Generator get_return_object() {
            return {std::coroutine_handle<promise_type>::from_promise(*this)};
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int *p) {
            current = p;
            return {};
        }
        void return_void() {}
        void unhandled_exception() {}
    };
    std::coroutine_handle<promise_type> handle;
    int *next() {
        handle.resume();
        return handle.promise().current;
    }
};

static Generator alternate(int *p, int *q) {
    int *kept = &c;
    for (;;) {
        co_yield p;
        co_yield q;
        co_yield kept;
    }
}

int main() {
    Generator generator = alternate(&a, &b);
    assert_may_alias(generator.next(), &a);
    assert_may_alias(generator.next(), &b);
    assert_may_alias(generator.next(), &c);
    generator.handle.destroy();
    return 0;
}
