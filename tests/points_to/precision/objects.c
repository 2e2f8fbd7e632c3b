// Different objects are distinguished: variables, heap objects of different allocation sites, fields.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

static int a, b;
static int *p = &a, *q = &b;
static int *const fixed = &a;
static __thread int *local = &b;

int main(void) {
    int c, d;
    int *one = &c, *other = &d;
    assert_no_alias(&a, &b);
    assert_no_alias(p, q);
    assert_no_alias(p, local);
    assert_no_alias(one, other);
    assert_no_alias(one, p);
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    assert_no_alias(first, second);
    assert_no_alias(first, one);
    assert_no_alias(first, p);
    int **cells = calloc(2, sizeof *cells), **more = calloc(2, sizeof *more);
    cells[0] = first;
    more[0] = second;
    assert_no_alias(cells[0], more[0]);
    assert_may_alias(cells[0], first);
    char *copy = strdup("text"), *again = strdup("text");
    assert_no_alias(copy, again);
    assert_no_alias((void *)malloc, (void *)free);
    assert_must_alias(fixed, &a);
    free(first), free(second);
    return 0;
}
