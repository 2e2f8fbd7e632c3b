// Addresses computed by constant expressions in initializers.
#include <stddef.h>
#include <stdint.h>
#include "../assertions.h"

struct shape {
    int *p;
    struct {
        int *q[3];
    } inner;
};
static int a, b;
static int array[3][4];
static struct shape shape = {&a, {{0, &b, 0}}};
static int **member = &shape.inner.q[1];
static int *element = &array[1][2];
static int *last = (int *)((char *)array + sizeof array) - 1;
static uintptr_t word = (uintptr_t)&shape.inner;
static struct shape *around = (struct shape *)((char *)&shape.inner.q[2] - offsetof(struct shape, inner.q[2]));
static void *self = &self;
static struct list {
    struct list *next;
    const char *text;
} cycle[] = {{&cycle[1], "text" + 1}, {&cycle[0], "other"}};
static const char *text = "shared";
static char characters[] = "characters";
static char *suffix = characters + 4;
static struct shape *compound = &(struct shape){&b, {{&a}}};

int main(void) {
    assert_may_alias(*member, &b);
    assert_may_alias(element, &array[unknown(1)][unknown(2)]);
    assert_may_alias(last, &array[2][3]);
    assert_may_alias(((int **)word)[1], &b);
    assert_may_alias(around->p, &a);
    assert_may_alias(*(void **)self, &self);
    assert_may_alias(cycle[unknown(1)].next->next, &cycle[1]);
    const char **place = &text;
    assert_may_alias(*place, text);
    assert_may_alias(suffix, &characters[unknown(4)]);
    assert_may_alias(compound->inner.q[0], &a);
    return 0;
}
