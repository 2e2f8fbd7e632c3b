// Calls without a prototype, with the type of another function, and with surplus arguments.
// FLAGS: -std=gnu89
#include "../assertions.h"

static int a, b;
int *identity();
int *second();
static int *stored;

static void keep(p) int *p;
{ stored = p; }

int main() {
    void (*wrong)() = keep;
    int *(*other)(int *, int *) = (int *(*)(int *, int *))identity;
    assert_may_alias(identity(&a), &a);
    assert_may_alias(second(&a, &b), &b);
    wrong(&b);
    assert_may_alias(stored, &b);
    assert_may_alias(other(&a, &b), &a);
    wrong = (void (*)())(unknown(1) ? (void *)second : (void *)keep);
    assert_may_alias(((int *(*)())wrong)(&b, &a), &a);
    return 0;
}

int *identity(p) int *p;
{ return p; }

int *second(p, q) int *p, *q;
{ return q; }
