// Output in constructors and destructors may run virtual functions of the object: through a stream buffer of the
// program, a manipulator, or the functions of a C stream.
#include <cstdio>
#include <iostream>
#include <ostream>
#include <streambuf>
#include "../assertions.h"

static int a, b;

struct Base;
static Base *current;
static int *seen;

static void look();

struct Base {
    virtual ~Base() {
        current = this;
        announce();
    }
    virtual int *get() { return &a; }
    void announce();
};

struct Derived : Base {
    int *get() override { return &b; }
};

static void look() { seen = current->get(); }

struct Buffer : std::streambuf {
    int overflow(int character) override {
        look();
        return character;
    }
};

static Buffer buffer;
static std::ostream *out;
static int way;

static std::ostream &manipulator(std::ostream &stream) {
    look();
    return stream;
}

static ssize_t write_cookie(void *, const char *, size_t size) {
    look();
    return size;
}

static FILE *file;

void Base::announce() {
    if (way == 0) *out << 'x';
    if (way == 1) std::cout << manipulator;
    if (way == 2) std::fputs("x", file);
}

int main() {
    std::ostream stream(&buffer);
    out = &stream;
    cookie_io_functions_t functions = {nullptr, write_cookie, nullptr, nullptr};
    file = fopencookie(nullptr, "w", functions);
    setvbuf(file, nullptr, _IONBF, 0);
    for (way = 0; way < 3; way++) {
        seen = nullptr;
        Base *object = new Derived;
        assert_may_alias(object->get(), &b);
        delete object;
        assert_may_alias(seen, &a);
    }
}
