// Symbols with several names: aliases of variables and functions, weak ones, and ifuncs.
#include "../assertions.h"

static int a, b;

int *variable = &a;
extern int *other_name __attribute__((alias("variable")));

__attribute__((noinline)) int *function(int *p) { return p; }
int *function_alias(int *) __attribute__((alias("function")));
int *weak_alias(int *) __attribute__((weak, alias("function")));

__attribute__((weak)) int *weak(int *p) { return p ? &b : p; }
extern int missing(void) __attribute__((weak));

static int *resolved(int *p) { return p; }
static int *not_chosen(int *p) { return &a; }
static void *resolve(void) { return zero ? not_chosen : resolved; }
int *chosen(int *) __attribute__((ifunc("resolve")));
static int *(*const table[])(int *) = {chosen, function_alias};

int main(void) {
    assert_may_alias(&variable, &other_name);
    assert_may_alias(other_name, &a);
    variable = &b;
    assert_may_alias(other_name, &b);
    assert_may_alias(function_alias(&a), &a);
    assert_may_alias(weak_alias(&b), &b);
    assert_may_alias((void *)weak_alias, (void *)function);
    assert_may_alias(weak(&a), &b);
    assert_may_alias(chosen(&b), &b);
    assert_may_alias(table[unknown(0)](&a), &a);
    assert_may_alias(table[unknown(1)](&b), &b);
    if (missing) missing();
    return 0;
}
