// The arguments of callbacks for the C library's sorting and searching: pointers into the array, the key, and the
// caller's own argument.
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include "../assertions.h"

static int *targets[3];
static int x, y, z;
static int *array[3];
static int context_object;
static int seen;

static int compare(const void *left, const void *right) {
    if (!seen++) {
        int *const *one = left, *const *other = right;
        assert_may_alias(left < right ? left : right, &array[0]);
        assert_may_alias(*one < *other ? *other : *one, &y);
    }
    return (*(int **)left > *(int **)right) - (*(int **)left < *(int **)right);
}

static int compare_with(const void *left, const void *right, void *context) {
    assert_may_alias(context, &context_object);
    return 0;
}

static int find(const void *key, const void *element) {
    assert_may_alias(key, &context_object);
    int *const *entry = element;
    assert_may_alias(entry, &array[1]);
    assert_may_alias(*entry, targets[1]);
    return 0;
}

static int equal(const void *key, const void *element) {
    assert_may_alias(key, &x);
    assert_may_alias(element, &array[0]);
    return 0;
}

int main(void) {
    array[0] = &x, array[1] = &y, array[2] = &z;
    qsort(array, 2, sizeof *array, compare);
    targets[1] = array[1];
    qsort_r(array, 3, sizeof *array, compare_with, &context_object);
    void *found = bsearch(&context_object, array, 3, sizeof *array, find);
    assert_may_alias(found, &array[1]);
    size_t count = 3;
    assert_may_alias(lfind(&x, array, &count, sizeof *array, equal), &array[0]);
    assert_may_alias(lsearch(&x, array, &count, sizeof *array, equal), &array[0]);
    return 0;
}
