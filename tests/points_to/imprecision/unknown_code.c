// Unknown functions keep and return everything that they can reach.
#include "../assertions.h"

extern void *unmodelled_first(void *p);
extern void unmodelled_look(const void *p);

static int a, b;
static int *cell = &a;

int main(void) {
    unmodelled_look(&b);
    assert_no_alias(unmodelled_first(&a), &b);
    unmodelled_look(&cell);
    assert_no_alias(cell, &b);
    return 0;
}

#ifdef EXECUTED
void *unmodelled_first(void *p) { return p; }
void unmodelled_look(const void *p) {}
#endif
