// A dynamic_cast finds the class of an object in every kind of memory: constants, reused storage, objects that are moved
// by containers, thrown objects, objects under construction, and objects with virtual bases.
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "../assertions.h"

struct Shape {
    int *shared = nullptr;
    virtual ~Shape() = default;
};
struct Circle : Shape {
    int *radius = nullptr;
};
struct Wheel : Circle {
    int *spoke = nullptr;
};
struct Square : Shape {
    int *side = nullptr;
};

static int a, b, c, d;

__attribute__((noinline)) static Circle *as_circle(Shape *shape) { return dynamic_cast<Circle *>(shape); }
__attribute__((noinline)) static Square *as_square(Shape *shape) { return dynamic_cast<Square *>(shape); }

static Wheel global;

// The class of an object under construction is the class whose constructor runs.
static int *seen_by_base, *seen_by_derived;
struct Watched : Circle {
    Watched() {
        radius = &a;
        seen_by_base = as_circle(this)->radius;
    }
};
struct Watching : Watched {
    Watching() {
        radius = &b;
        seen_by_derived = as_circle(this)->radius;
    }
};

// The base is at another offset in each class.
struct Named {
    int *name = nullptr;
    virtual ~Named() = default;
};
struct Left : virtual Named {
    int *left = nullptr;
};
struct Right : virtual Named {
    int *right = nullptr;
};
struct Both : Left, Right {
    int *own = nullptr;
};

int main() {
    global.radius = &a;
    assert_may_alias(as_circle(&global)->radius, &a);

    // The same memory holds objects of two classes, one after the other.
    alignas(16) char storage[64];
    auto *first = new (storage) Circle;
    first->radius = &b;
    assert_may_alias(as_circle(first)->radius, &b);
    first->~Circle();
    auto *second = new (storage) Square;
    second->side = &c;
    assert_may_alias(as_square(second)->side, &c);
    second->~Square();

    // A vector moves its elements when it grows.
    std::vector<Wheel> wheels;
    for (int i = 0; i < 3; i++) {
        Wheel wheel;
        wheel.radius = &d;
        wheels.push_back(std::move(wheel));
    }
    assert_may_alias(as_circle(&wheels[2])->radius, &d);

    auto shared = std::make_shared<Square>();
    shared->side = &a;
    std::shared_ptr<Shape> base = shared;
    assert_may_alias(std::dynamic_pointer_cast<Square>(base)->side, &a);

    void *hidden = std::make_unique<Circle>().release();
    static_cast<Circle *>(hidden)->radius = &c;
    assert_may_alias(as_circle(static_cast<Circle *>(hidden))->radius, &c);

    try {
        Wheel thrown;
        thrown.radius = &b;
        throw thrown;
    } catch (Shape &caught) {
        assert_may_alias(as_circle(&caught)->radius, &b);
    }

    Watching watching;
    assert_may_alias(seen_by_base, &a);
    assert_may_alias(seen_by_derived, &b);

    Both both;
    both.left = &a;
    both.right = &b;
    both.own = &c;
    Named *named = &both;
    assert_may_alias(dynamic_cast<Left *>(named)->left, &a);
    assert_may_alias(dynamic_cast<Right *>(named)->right, &b);
    assert_may_alias(dynamic_cast<Both *>(named)->own, &c);
    Left alone;
    alone.left = &d;
    named = &alone;
    assert_may_alias(dynamic_cast<Left *>(named)->left, &d);
    Left *left = &both;
    assert_may_alias(dynamic_cast<Right *>(left)->right, &b);
}
