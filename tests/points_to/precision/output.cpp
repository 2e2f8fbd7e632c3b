// The functions of a base class are not called for objects of derived classes, even if destructors write output, and if
// the classes have virtual bases. BUILDS lists the builds in which constructors are not inlined.
// BUILDS: O0 O0-mem2reg
#include <cstdio>
#include <iostream>
#include "../assertions.h"

static int a, b, c;

struct Shape {
    virtual ~Shape() { std::puts("shape"); }
    virtual int *get() { return &a; }
};

struct Round : Shape {
    ~Round() override { std::cout << "round " << 1 << std::endl; }
    int *get() override { return &b; }
};

struct Device {
    virtual ~Device() { std::printf("%d\n", 1); }
    virtual int *open() { return &a; }
};
struct Source : virtual Device {
    virtual int *read() { return &a; }
};
struct Sink : virtual Device {
    virtual int *write() { return &a; }
};
struct Loop : Source, Sink {
    int size = 0;
    ~Loop() override { std::printf("%d\n", size); }
    int *open() override { return &b; }
    int *read() override { return &b; }
    int *write() override { return &c; }
};

int main() {
    Shape *shape = new Round;
    assert_no_alias(shape->get(), &a);
    delete shape;
    Loop *loop = new Loop;
    Source *source = loop;
    Sink *sink = loop;
    Device *device = loop;
    assert_no_alias(source->read(), &a);
    assert_no_alias(sink->write(), &a);
    assert_no_alias(device->open(), &a);
    assert_no_alias(sink->write(), &b);
    delete device;
}
