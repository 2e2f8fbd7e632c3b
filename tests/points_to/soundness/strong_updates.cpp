// An exception leaves a function after its stores.
#include "../assertions.h"

#define KEEP __attribute__((noinline))

static int a, b, c;
static int *global = &a;

KEEP static void store_and_throw(int how) {
    global = &b;
    if (how) throw how;
    global = &c;
}

KEEP static void passes(int how) {
    store_and_throw(how);
    global = &a;
}

struct Restores {
    int **place;
    int *old;
    KEEP ~Restores() { *place = old; }
};

KEEP static void restores(int how) {
    Restores restores{&global, &c};
    store_and_throw(how);
}

// Constructors of globals run before `main`.
static int *constructed = &a;
struct Constructs {
    KEEP Constructs() { constructed = &b; }
} constructs;

int main() {
    assert_may_alias(constructed, &b);
    global = &a;
    try {
        store_and_throw(unknown(1));
        global = &a;
    } catch (int) {
        assert_may_alias(global, &b);
    }
    global = &a;
    try {
        passes(unknown(1));
    } catch (int) {
        assert_may_alias(global, &b);
    }
    global = &a;
    try {
        restores(unknown(1));
    } catch (int) {
        assert_may_alias(global, &c);
    }
    store_and_throw(unknown(0));
    assert_may_alias(global, &c);
    int *local = &a;
    int **place = &local;
    try {
        *place = &b;
        store_and_throw(unknown(1));
        *place = &c;
    } catch (int) {
        assert_may_alias(local, &b);
    }
    return 0;
}
