// A pool of workers, futures and callbacks from threads.
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <future>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>

class Pool {
public:
    explicit Pool(int size) {
        for (int i = 0; i < size; i++) {
            workers.emplace_back([this] { work(); });
        }
    }
    ~Pool() {
        {
            std::lock_guard<std::mutex> lock(mutex);
            done = true;
        }
        ready.notify_all();
        for (std::thread &worker : workers) {
            worker.join();
        }
    }
    void submit(std::function<void()> task) {
        {
            std::lock_guard<std::mutex> lock(mutex);
            tasks.push(std::move(task));
        }
        ready.notify_one();
    }

private:
    void work() {
        while (true) {
            std::unique_lock<std::mutex> lock(mutex);
            ready.wait(lock, [this] { return done || !tasks.empty(); }); // named: has_work
            if (tasks.empty()) return;
            std::function<void()> task = std::move(tasks.front());
            tasks.pop();
            lock.unlock();
            task(); // calls: task_one, task_two
        }
    }

    std::mutex mutex;
    std::condition_variable ready;
    std::queue<std::function<void()>> tasks;
    std::vector<std::thread> workers;
    bool done = false;
};

struct Job {
    virtual ~Job() = default;
    virtual int run() = 0;
};
struct Download : Job {
    int run() override { return 10; }
};
struct Upload : Job {
    int run() override { return 20; }
};

static int compute(int input) { return input * 2; }
static void log_line(const char *line, int number) { std::printf("%s %d\n", line, number); }

int main() {
    int one = 0, two = 0;
    {
        Pool pool(2);
        pool.submit([&one] { one = 1; }); // named: task_one
        pool.submit([&two] { two = 2; }); // named: task_two
    }
    std::thread logger(log_line, "hello", 4); // calls later: log_line
    logger.join();
    Upload upload;
    Job *job = &upload;
    std::thread worker([job, &one] {
        one += job->run(); // calls: Upload::run
    });
    worker.join();
    std::future<int> answer = std::async(std::launch::async, compute, 21); // calls later: compute
    std::future<int> lazy = std::async(std::launch::deferred, [] { // named: lazy
        return 5;
    });
    int sum = lazy.get(); // calls: lazy
    std::printf("%d\n", sum + answer.get() + one + two);
}
