// Deferred results: std::async, std::packaged_task, std::promise, and std::call_once.
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Report {
    virtual ~Report() = default;
    virtual std::string text() const = 0;
};

struct Short : Report {
    std::string text() const override { return "short"; }
};

struct Long : Report {
    std::string body;
    explicit Long(std::string text) : body(std::move(text)) {}
    std::string text() const override { return body; }
};

struct Draft : Report {
    std::string text() const override { return "draft"; }
};

static size_t count(std::vector<std::string> lines) {
    size_t sum = 0;
    for (auto& line : lines) sum += line.size();
    return sum;
}

static size_t length(std::string text) { return text.size(); }

static std::string print(std::unique_ptr<Report> report) {
    return report->text();  // calls: Long::text
}

static size_t measure(const Report* report) {
    return report->text().size();  // calls: Short::text
}

static void open_log() {}

static void close_log() {}

int main() {
    std::vector<std::string> lines{"one", "two"};
    auto sum = std::async(std::launch::async, count, lines);  // calls later: count
    auto size = std::async(std::launch::async, length, std::string("three"));  // calls later: length

    std::packaged_task<std::string(std::unique_ptr<Report>)> printing(print);
    auto printed = printing.get_future();
    std::thread printer(std::move(printing), std::make_unique<Long>("long"));
    printer.join();

    Short report;
    std::packaged_task<size_t()> measuring([&report] { return measure(&report); });  // named: measure_it
    auto measured = measuring.get_future();
    measuring();  // calls later: measure_it

    std::promise<std::unique_ptr<Report>> promised;
    auto draft = promised.get_future();
    promised.set_value(std::make_unique<Draft>());
    size_t drafted = draft.get()->text().size();  // calls: Draft::text, Draft::~Draft

    std::once_flag opened, closed;
    std::call_once(opened, open_log);  // calls later: open_log
    std::call_once(closed, close_log);  // calls later: close_log
    return sum.get() + size.get() + printed.get().size() + measured.get() + drafted == 0;
}
