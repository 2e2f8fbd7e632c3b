// Memory that exists only once at a time is analysed in the order of execution. All other writes must be included: by
// calls, other pointers, copies, jumps, callbacks, threads, and previous iterations.
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

#define KEEP __attribute__((noinline))

static int a, b, c;
static int *global = &a;
static int **to_global = &global;

// Functions that write to the variable, by name or through a pointer.
KEEP static void set(int *value) { global = value; }
KEEP static void set_through(int **place, int *value) { *place = value; }
KEEP static void set_deeply(int *value) { set(value); }
KEEP static void do_nothing(int *value) { (void)value; }

static void called(void) {
    global = &a;
    set(&b);
    assert_may_alias(global, &b);
    global = &a;
    set_deeply(&c);
    assert_may_alias(global, &c);
    global = &a;
    set_through(&global, &b);
    assert_may_alias(global, &b);
    void (*volatile function)(int *) = unknown(1) ? set : do_nothing;
    global = &a;
    function(&c);
    assert_may_alias(global, &c);
    function = do_nothing;
    global = &b;
    function(&c);
    assert_may_alias(global, &b);
}

// A callee begins with the values that each of its callers has stored.
KEEP static void expect_a(void) { assert_may_alias(global, &a); }
KEEP static void expect_b(void) { assert_may_alias(global, &b); }

static void begins(void) {
    global = &a;
    expect_a();
    global = &c;
    global = &b;
    expect_b();
}

// A pointer to one of two variables.
static void one_of_two(void) {
    int *first = &a, *second = &a;
    int **either = unknown(0) ? &first : &second;
    *either = &b;
    assert_may_alias(second, &b);
    assert_may_alias(first, &a);
}

// A store through a pointer to one of two variables, directly or in a call, in two calls of the same function.
KEEP static void set_one(int ***places, int which, int *value) { *places[which] = value; }

static int *kept_or_set(int which, int *value) {
    int *first = &a, *second = &a;
    int **places[] = {&first, &second};
    set_one(places, which, value);
    set_through(places[!which], first);
    return second;
}

static void one_of_two_in_calls(void) {
    assert_may_alias(kept_or_set(0, &b), &b);
    assert_may_alias(kept_or_set(1, &c), &c);
}

// Copies of memory.
struct pair { int *first, *second; };

static void copied(void) {
    struct pair from = {&a, &b}, to = {&c, &c};
    to.first = &b;
    memcpy(&to, &from, sizeof to);
    assert_may_alias(to.first, &a);
    to.second = &c;
    to = from;
    assert_may_alias(to.second, &b);
    int *moved[2] = {&a, &b};
    memmove(moved, moved + 1, sizeof moved[0]);
    assert_may_alias(moved[0], &b);
}

// Loops: values stored by the previous iteration.
static void loops(void) {
    global = &a;
    for (int turn = 0; turn < 2; turn++) {
        if (turn) assert_may_alias(global, &b);
        global = &b;
    }
    int *local = &a;
    int **place = &local;
    for (int turn = 0; turn < 2; turn++) {
        if (turn) assert_may_alias(*place, &c);
        if (unknown(1)) *place = &c;
    }
    assert_may_alias(local, &c);
}

// Recursion: the same variable in another call of the function.
KEEP static void recursive(int depth, int **before) {
    int *own = &a;
    if (depth) {
        recursive(depth - 1, &own);
        assert_may_alias(own, &b);
    }
    if (before) {
        int *kept = own;
        own = &c;
        *before = &b;
        assert_may_alias(own, &c);
        assert_may_alias(kept, depth ? &b : &a);
    }
}

// Recursion that changes a global.
KEEP static void deep(int depth) {
    global = &a;
    if (depth) {
        deep(depth - 1);
        assert_may_alias(global, &b);
    }
    global = &b;
}

// After `longjmp`, memory contains the values stored before it.
static jmp_buf buffer;

KEEP static void jump(void) {
    global = &b;
    longjmp(buffer, 1);
}

static void jumps(void) {
    int *volatile observed = 0;
    global = &a;
    if (setjmp(buffer) == 0) {
        global = &c;
        jump();
    } else {
        observed = global;
        assert_may_alias(observed, &b);
    }
}

// Callbacks and threads may write at any time.
static int *shared = &a;

KEEP static int compare(const void *one, const void *other) {
    shared = &b;
    return *(const char *)one - *(const char *)other;
}

static void sorts(void) {
    char text[] = "cab";
    shared = &a;
    qsort(text, 3, 1, compare);
    assert_may_alias(shared, &b);
}

static int *of_thread = &a;

static void *run(void *unused) {
    __atomic_store_n(&of_thread, &b, __ATOMIC_SEQ_CST);
    return unused;
}

static void threads(void) {
    pthread_t thread;
    __atomic_store_n(&of_thread, &a, __ATOMIC_SEQ_CST);
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    assert_may_alias(of_thread, &b);
}

// A function that external code calls at exit may find the values that any function has stored.
static int *at_end = &a;

static void finish(void) { assert_may_alias(at_end, &c); }

// Atomic operations, and stores of integers.
static void atomic(void) {
    int *local = &a;
    int **place = &local;
    __atomic_exchange_n(place, &b, __ATOMIC_SEQ_CST);
    assert_may_alias(local, &b);
    int *expected = &b;
    __atomic_compare_exchange_n(place, &expected, &c, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    assert_may_alias(local, &c);
    *(unsigned long *)place = (unsigned long)&a;
    assert_may_alias(local, &a);
}

// Elements of an array at an index computed at run time.
static void elements(void) {
    int *array[4] = {&a, &a, &a, &a};
    array[unknown(2)] = &b;
    assert_may_alias(array[2], &b);
    assert_may_alias(array[1], &a);
    array[3] = &c;
    assert_may_alias(array[unknown(3)], &c);
}

// Copies each half of a pointer.
static void halves(void) {
    int *local = &a;
    int *other = &b;
    memcpy((char *)&local, (char *)&other, 4);
    memcpy((char *)&local + 4, (char *)&other + 4, 4);
    assert_may_alias(local, &b);
}

// The same function is called for two variables.
static void for_both(void) {
    int *first = &a, *second = &b;
    set_through(&first, &c);
    assert_may_alias(second, &b);
    set_through(&second, &a);
    assert_may_alias(first, &c);
    assert_may_alias(second, &a);
}

// Variable arguments are not variables of the program.
KEEP static void many(int count, ...) {
    if (count) global = &c;
}

static void variadic(void) {
    global = &a;
    many(1, &a, &b);
    assert_may_alias(global, &c);
}

// A pointer to the variable is stored in memory and loaded again.
static void behind_pointers(void) {
    int ***pointer = malloc(sizeof *pointer);
    *pointer = to_global;
    global = &a;
    **pointer = &b;
    assert_may_alias(global, &b);
    free(pointer);
}

int main(void) {
    assert_may_alias(global, &a);
    atexit(finish);
    called();
    begins();
    one_of_two();
    one_of_two_in_calls();
    copied();
    loops();
    recursive(2, 0);
    deep(2);
    jumps();
    sorts();
    threads();
    atomic();
    elements();
    halves();
    for_both();
    variadic();
    behind_pointers();
    at_end = &c;
    return 0;
}
