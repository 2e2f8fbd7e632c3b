// Unknown code can neither change nor return memory that has not escaped.
#include <stdlib.h>
#include "../assertions.h"

extern void *unmodelled_get(void);
extern void unmodelled_take(void *p);

static int a, b, c, known;
static int *hidden = &a;
static int *given = &b;

int main(void) {
    int local;
    int *private = malloc(sizeof *private), *public = malloc(sizeof *public);
    int *cell = &local;
    unmodelled_take(&known);
    unmodelled_take(public);
    unmodelled_take(&given);
    void *got = unmodelled_get();
    assert_no_alias(got, &local);
    assert_no_alias(got, &hidden);
    assert_no_alias(got, private);
    assert_may_alias(got, public);
    assert_no_alias(hidden, &c);
    assert_no_alias(hidden, got);
    assert_no_alias(cell, got);
    return 0;
}

#ifdef EXECUTED
static void *taken;
void *unmodelled_get(void) { return taken; }
void unmodelled_take(void *p) {
    if (p != &given) taken = p;
}
#endif
