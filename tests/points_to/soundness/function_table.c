// Functions that are called only through initialised tables: their arguments, results, and stores.
#include "../assertions.h"

static int a, b, c;
static int *stored;

static int *give_a(int *p) { return &a; }
static int *give_same(int *p) { return p; }
static int *keep(int *p) {
    stored = p;
    return 0;
}

typedef int *(*operation)(int *);
static const operation table[] = {give_a, give_same, keep};

struct method {
    const char *name;
    int arity;
    operation run;
};
static struct method methods[] = {{"a", 0, give_a}, {"same", 1, give_same}, {"keep", 1, keep}};

static void inspect(int *p) { assert_may_alias(p, &b); }
static void (*const inspectors[])(int *) = {inspect, 0};

int main(void) {
    assert_may_alias(table[unknown(0)](&b), &a);
    assert_may_alias(table[unknown(1)](&b), &b);
    methods[unknown(2)].run(&c);
    assert_may_alias(stored, &c);
    assert_may_alias(methods[unknown(1)].run(&b), &b);
    inspectors[unknown(0)](&b);
    assert_may_alias((void *)table[unknown(1)], (void *)give_same);
    operation chosen = unknown(1) ? methods[1].run : table[0];
    assert_may_alias(chosen(&c), &c);
    return 0;
}
