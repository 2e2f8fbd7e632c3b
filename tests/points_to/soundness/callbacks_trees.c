// The C library's own containers return the pointers that they are given, and pass them to the callbacks.
#define _GNU_SOURCE
#include <search.h>
#include "../assertions.h"

static int one, two;
static int visits, frees;

static int compare(const void *left, const void *right) {
    if (!visits++) {
        assert_may_alias(left, &two);
        assert_may_alias(right, &one);
    }
    return (left > right) - (left < right);
}

static void visit(const void *node, VISIT order, int depth) {
    if (order == leaf) assert_may_alias(*(int *const *)node, &two);
}

static void release(void *key) {
    if (frees++ == 0) assert_may_alias(key, key == &one ? &one : &two);
}

int main(void) {
    void *root = 0;
    int **made = tsearch(&one, &root, compare);
    assert_may_alias(*made, &one);
    tsearch(&two, &root, compare);
    int **found = tfind(&two, &root, compare);
    assert_may_alias(*found, &two);
    assert_may_alias(root, *(void **)&root);
    twalk(root, visit);
    tdestroy(root, release);

    hcreate(4);
    ENTRY entry = {"key", &one};
    hsearch(entry, ENTER);
    ENTRY *stored = hsearch((ENTRY){"key", 0}, FIND);
    assert_may_alias(stored->data, &one);
    return 0;
}
