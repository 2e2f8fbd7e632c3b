// Accesses through null pointers.
#include <stdlib.h>
#include "programs.h"

struct node {
    struct node *next;
    int value;
};

static int one;
static struct node node = {0, 1};

static int read(void) {
    int *p = PICK(0, &one);
    return *p; // error: access-through-undefined
}

static int with_offset(void) {
    int a[3] = {0};
    int *p = PICK(0, a);
    return p[2]; // error: access-through-undefined
}

static int member(void) {
    struct node *n = PICK(0, &node);
    n->value = 1; // error: access-through-undefined
    return 0;
}

static int value_of(struct node *n) {
    if (n PICK(==, !=) 0)
        return n->value + 1; // error: access-through-undefined
    return 0;
}

static int after_a_test(void) {
    return value_of(PICK(0, &node));
}

static struct node *find(int value) {
    return value == 1 ? &node : 0;
}

static int result(void) {
    return find(PICK(2, 1))->value; // error: access-through-undefined
}

static int last(void) {
    struct node second = {0, 2}, first = {&second, 1};
    struct node *n = &first;
    n = n->next;
    PICK(n = n->next, (void)0);
    return n->value; // error: access-through-undefined
}

PROGRAMS(read, with_offset, member, after_a_test, result, last)
