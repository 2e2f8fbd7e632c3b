// BUILDS: O1
// Optimised code stores the parts of a pointer to a member function one after the other, as `std::bind` does. The
// distance is the one that it stores beside the function, not one between other classes and their bases.
#include "../assertions.h"

static int first, second, third;
static int *seen;

struct Named {
    int *name = &first;
    void greet() { seen = name; }
};

struct Field {
    int *text = &first;
    int *hint = &second;
    int *help = &third;
    void clear() { seen = text; }
    void reset() { seen = hint; }
};

struct Form : Field {
    int *more = &third;
};

// The object of the base is 8 bytes behind the start: a distance that other pointers to members may have.
struct Box {
    virtual int width() { return 1; }
};
struct Button : Box, Named {};

__attribute__((noinline)) static int measure(Box *box) { return box->width(); }

struct Bound {
    void (Field::*member)();
    Field *object;
    void call() { (object->*member)(); }
};

__attribute__((noinline)) static Bound *bind(int number, Field *object) {
    Bound *bound = new Bound;
    if (number) {
        bound->member = &Field::clear;
    } else {
        bound->member = &Field::reset;
    }
    bound->object = object;
    return bound;
}

int main() {
    Button *button = new Button;
    measure(button);
    button->greet();
    assert_may_alias(seen, &first);

    Field *field = new Form;
    bind(unknown(1), field)->call();
    assert_may_alias(seen, &first);
    assert_no_alias(seen, &third);
    bind(unknown(0), field)->call();
    assert_may_alias(seen, &second);
    assert_no_alias(seen, &third);
}
