// Threads and futures of the standard library.
// LINK: -pthread
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include "../assertions.h"

static int a, b, c;
static int *result;
static std::once_flag flag;

static void work(int *p, int **to) {
    assert_may_alias(p, &a);
    *to = p;
}

struct Worker {
    int *member;
    void run(int *p) { result = unknown(1) ? member : p; }
};

int main() {
    std::thread thread(work, &a, &result);
    thread.join();
    assert_may_alias(result, &a);
    int *captured = &b;
    std::thread([&] { result = captured; }).join();
    assert_may_alias(result, &b);
    Worker worker{&c};
    std::thread(&Worker::run, &worker, &a).join();
    assert_may_alias(result, &c);
    std::call_once(flag, [](int *p) { result = p; }, &a);
    assert_may_alias(result, &a);
    std::promise<int *> promise;
    promise.set_value(&b);
    assert_may_alias(promise.get_future().get(), &b);
    auto future = std::async(std::launch::async, [] { return &c; });
    assert_may_alias(future.get(), &c);
    return 0;
}
