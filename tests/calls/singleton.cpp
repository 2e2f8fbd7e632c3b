// A logger with sinks, filled by static initializers and a fluent builder.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Sink {
    virtual ~Sink() = default;
    virtual void write(const std::string &line) = 0;
};

struct Console : Sink {
    void write(const std::string &line) override { std::puts(line.c_str()); }
};

struct Memory : Sink {
    std::vector<std::string> lines;
    void write(const std::string &line) override { lines.push_back(line); }
};

class Logger {
public:
    static Logger &instance() {
        static Logger logger;
        return logger;
    }
    void add(std::unique_ptr<Sink> sink) { sinks.push_back(std::move(sink)); }
    void format(std::function<std::string(const std::string &)> with) { formatter = std::move(with); }
    void log(const std::string &line) {
        std::string text = formatter(line); // calls: bracketed
        for (auto &sink : sinks) {
            sink->write(text); // calls: Console::write, Memory::write
        }
    }

private:
    std::vector<std::unique_ptr<Sink>> sinks;
    std::function<std::string(const std::string &)> formatter;
};

using Test = bool (*)();

static std::map<std::string, Test> &tests() {
    static std::map<std::string, Test> all;
    return all;
}

struct Register {
    Register(const char *name, Test test) { tests()[name] = test; }
};

static bool addition_works() { return 1 + 1 == 2; }
static bool logger_is_one() { return &Logger::instance() == &Logger::instance(); }
static Register first("addition", addition_works);
static Register second("logger", logger_is_one);

class Request {
public:
    Request &on_success(std::function<void(int)> callback) {
        success = std::move(callback);
        return *this;
    }
    Request &on_failure(std::function<void(int)> callback) {
        failure = std::move(callback);
        return *this;
    }
    void send(int code) {
        if (code == 200) {
            success(code); // calls: succeeded
        } else {
            failure(code); // calls: failed
        }
    }

private:
    std::function<void(int)> success, failure;
};

int main() {
    Logger::instance().add(std::make_unique<Console>());
    Logger::instance().add(std::make_unique<Memory>());
    Logger::instance().format([](const std::string &line) { return "[" + line + "]"; }); // named: bracketed
    Logger::instance().log("start");
    int passed = 0;
    for (auto &[name, test] : tests()) {
        passed += test(); // calls: addition_works, logger_is_one
    }
    int good = 0, bad = 0;
    Request request;
    request
        .on_success([&good](int) { good++; }) // named: succeeded
        .on_failure([&bad](int) { bad++; }); // named: failed
    request.send(200);
    request.send(404);
    std::printf("%d %d %d\n", passed, good, bad);
}
