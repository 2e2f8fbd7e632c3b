// What a function does for some numbers only is included for each of them that callers may pass: as a constant, a
// parameter or a variable, by name or through a pointer.
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "../assertions.h"

struct node {
    int *value;
    int *spare;
};

static int first, second, third, other;

enum { KEEP, GET, COPY, NEXT, CALL, MAKE };

typedef int *(*getter)(int *);

__attribute__((noinline)) static int *same(int *pointer) { return pointer; }

__attribute__((noinline)) static int *run(int request, struct node *node, struct node *from, getter get) {
    struct node local = {&other, &other};
    struct node *at = &local;
    switch (request) {
    case KEEP: node->value = from->value; return 0;
    case GET: return node->value;
    case COPY: memcpy(node, from, sizeof *node); return 0;
    case NEXT: at = node + 1; break;
    case CALL: return get(from->value);
    case MAKE: return &third;
    case -1: at = from; break;
    default: break;
    }
    return at->value;
}

__attribute__((noinline)) static int *pass_on(int request, struct node *node, struct node *from) {
    return run(request, node, from, same);
}

static int *(*runner)(int, struct node *, struct node *, getter) = run;

// The low bits of the number decide.
__attribute__((noinline)) static int *narrow(int8_t request, int *one, int *two) {
    return request == -128 ? one : two;
}

__attribute__((noinline)) static int *variable(int request, ...) {
    va_list list;
    va_start(list, request);
    int *pointer = &other;
    if (request != 0) pointer = va_arg(list, int *);
    va_end(list);
    return pointer;
}

__attribute__((noinline)) static int *pass_variable(int request, int *pointer) { return variable(request, pointer); }

// The number changes before it decides.
__attribute__((noinline)) static int *changed(int request, int *one, int *two) {
    if (request == 3) request = 4;
    return request == 4 ? one : two;
}

// The function calls itself with another number.
__attribute__((noinline)) static int *down(unsigned request, int *one) {
    if (request == 0) return one;
    return down(request - 1, one);
}

int main(void) {
    struct node nodes[2] = {{&first, 0}, {&second, 0}}, from = {&third, &first}, empty = {0, 0};

    assert_may_alias(run(GET, nodes, &from, same), &first);
    assert_may_alias(run(NEXT, nodes, &from, same), &second);
    assert_may_alias(run(CALL, nodes, &from, same), &third);
    assert_may_alias(run(MAKE, nodes, &from, same), &third);
    assert_may_alias(run(-1, nodes, &from, same), &third);
    assert_may_alias(run(17, nodes, &from, same), &other);
    run(KEEP, nodes, &from, same);
    assert_may_alias(nodes[0].value, &third);
    pass_on(COPY, &empty, &from);
    assert_may_alias(empty.spare, &first);
    assert_may_alias(pass_on(GET, &empty, &from), &third);
    assert_may_alias(pass_on(unknown(17), nodes, &from), &other);
    assert_may_alias(run(unknown(NEXT), nodes, &from, same), &second);
    assert_may_alias(runner(CALL, nodes, &from, same), &third);
    assert_may_alias(runner(unknown(MAKE), nodes, &empty, same), &third);

    assert_may_alias(narrow(-128, &first, &second), &first);
    assert_may_alias(narrow((int8_t)unknown(384), &first, &second), &first);
    assert_may_alias(variable(1, &first), &first);
    assert_may_alias(variable(0, &first), &other);
    assert_may_alias(pass_variable(5, &second), &second);
    assert_may_alias(changed(3, &first, &second), &first);
    assert_may_alias(changed(5, &first, &second), &second);
    assert_may_alias(down(2, &first), &first);
}
