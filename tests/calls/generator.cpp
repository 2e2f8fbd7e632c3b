// A generator as a coroutine, and tasks that a scheduler resumes.
#include <coroutine>
#include <cstdio>
#include <deque>
#include <exception>
#include <utility>

template <class T> class Generator {
public:
    struct promise_type {
        T current{};
        Generator get_return_object() {
            return Generator(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T value) {
            current = value;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };

    explicit Generator(std::coroutine_handle<promise_type> handle) : handle(handle) {}
    Generator(Generator &&other) : handle(std::exchange(other.handle, nullptr)) {}
    ~Generator() {
        if (handle) handle.destroy(); // calls: count
    }
    bool next() {
        handle.resume(); // calls: count
        return !handle.done();
    }
    T value() const { return handle.promise().current; }

private:
    std::coroutine_handle<promise_type> handle;
};

static Generator<int> count(int from, int to) {
    for (int i = from; i < to; i++) {
        co_yield i;
    }
}

struct Task {
    virtual ~Task() = default;
    virtual bool step() = 0;
};

struct Countdown : Task {
    int left;
    explicit Countdown(int left) : left(left) {}
    bool step() override { return --left > 0; }
};

struct Echo : Task {
    Generator<int> numbers;
    explicit Echo(Generator<int> numbers) : numbers(std::move(numbers)) {}
    bool step() override { return numbers.next(); }
};

int main() {
    Countdown countdown(3);
    Echo echo(count(1, 4));
    std::deque<Task *> ready{&countdown, &echo};
    int steps = 0;
    while (!ready.empty()) {
        Task *task = ready.front();
        ready.pop_front();
        steps++;
        if (task->step()) { // calls: Countdown::step, Echo::step
            ready.push_back(task);
        }
    }
    std::printf("%d\n", steps);
}
