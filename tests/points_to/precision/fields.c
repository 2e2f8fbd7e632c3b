// Fields of structures are distinguished by their offset, in memory of every kind, and remain so when structures are
// copied, passed and returned.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

struct inner {
    int *x, *y;
};
struct outer {
    int *head;
    struct inner inner;
    long number;
    int *tail;
};
struct big {
    int *members[3];
    int *last[3];
};

static int a, b, c, d;
static struct outer global = {&a, {&b, &c}, 0, &d};
static struct outer target;

__attribute__((noinline)) static struct inner make(int *x, int *y) {
    struct inner inner = {x, y};
    return inner;
}
__attribute__((noinline)) static struct big make_big(int *p, int *q) {
    struct big big = {{p, p, p}, {q, q, q}};
    return big;
}
__attribute__((noinline)) static void take(struct big big) {
    assert_no_alias(big.members[0], big.last[0]);
}

int main(void) {
    assert_no_alias(global.head, global.tail);
    assert_no_alias(global.inner.x, global.inner.y);
    assert_no_alias(&global.head, &global.tail);
    assert_may_alias(global.inner.y, &c);

    struct outer *heap = malloc(sizeof *heap);
    heap->head = &a;
    heap->inner.x = &b;
    heap->tail = &c;
    assert_no_alias(heap->head, heap->inner.x);
    assert_no_alias(heap->head, heap->tail);
    assert_no_alias(&heap->head, &heap->inner);
    struct inner *inner = &heap->inner;
    inner->y = &d;
    assert_no_alias(heap->tail, inner->y);
    assert_may_alias(heap->inner.y, &d);

    struct outer local = global;
    assert_no_alias(local.head, local.inner.x);
    memcpy(&target, heap, sizeof target);
    assert_no_alias(target.head, target.inner.y);
    assert_may_alias(target.tail, &c);
    memmove(&target.inner, &target.inner, sizeof target.inner);
    assert_no_alias(target.inner.x, target.tail);
    // A part of a structure is copied to another offset.
    struct inner parts[2];
    memcpy(&parts[1], &global.inner, sizeof parts[1]);
    assert_no_alias(parts[1].x, parts[1].y);

    struct inner pair = make(&a, &b);
    assert_no_alias(pair.x, pair.y);
    struct big big = make_big(&c, &d);
    assert_no_alias(big.members[1], big.last[1]);
    take(big);
    return 0;
}
