// A hierarchy of exceptions, caught by reference to a base.
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>

class Error : public std::exception {
public:
    const char *what() const noexcept override { return "error"; }
    virtual int code() const { return 1; }
};

class ParseError : public Error {
public:
    explicit ParseError(int line) : line(line) {}
    const char *what() const noexcept override { return "parse error"; }
    int code() const override { return 100 + line; }

private:
    int line;
};

class IoError : public Error {
public:
    int code() const override { return 2; }
};

class Unused : public Error {
public:
    const char *what() const noexcept override { return "unused"; }
    int code() const override { return 3; }
};

static void parse(int line) {
    if (line > 2) throw ParseError(line);
}

static void open(bool exists) {
    if (!exists) throw IoError();
}

static int attempt(const std::function<void()> &action) {
    try {
        action(); // calls: parse_three, open_missing
    } catch (const Error &error) {
        std::printf("%s\n", error.what()); // calls: ParseError::what, Error::what
        return error.code();               // calls: ParseError::code, IoError::code
    }
    return 0;
}

static int attempt_parse(int line) {
    try {
        parse(line);
    } catch (std::exception &error) {
        std::puts(error.what()); // calls: ParseError::what
        return 1;
    }
    return 0;
}

int main() {
    int sum = attempt([] { parse(3); }); // named: parse_three
    sum += attempt([] { open(false); }); // named: open_missing
    sum += attempt_parse(5);
    Unused unused;
    const Error &error = unused;
    sum += error.code(); // calls: Unused::code
    std::exception_ptr kept;
    try {
        open(false);
    } catch (...) {
        kept = std::current_exception();
    }
    try {
        std::rethrow_exception(kept);
    } catch (const Error &again) {
        sum += again.code(); // calls: IoError::code
    }
    std::printf("%d\n", sum);
}
