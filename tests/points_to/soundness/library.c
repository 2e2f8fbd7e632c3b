// A library without `main`: external code calls its functions in any order, with any pointers, and keeps their results.
// The executable adds `main`.
#include <stdlib.h>
#include "../assertions.h"

struct handle {
    void *data;
    void (*changed)(struct handle *handle, void *data);
    struct handle *parent;
};

static struct handle *current;
static int internal;
int *exported;

struct handle *library_create(void *data) {
    struct handle *handle = calloc(1, sizeof *handle);
    handle->data = data;
    handle->parent = current;
    current = handle;
    return handle;
}

void library_check(struct handle *handle, void *data, int *p) {
    assert_may_alias(handle, current);
    assert_may_alias(handle->data, data);
    assert_may_alias(handle->parent->data, handle->parent->parent);
    assert_may_alias(exported, p);
    assert_may_alias(p, &internal);
}

int *library_internal(void) { return &internal; }

void library_set(struct handle *handle, void *data) {
    handle->data = data;
    handle->changed(handle, data);
}

static void on_change(struct handle *handle, void *data) { assert_may_alias(handle->data, data); }

void (*library_handler(void))(struct handle *, void *) { return on_change; }

#ifdef EXECUTED
int main(void) {
    int data;
    struct handle *first = library_create(0);
    struct handle *second = library_create(&data);
    first->changed = second->changed = library_handler();
    struct handle outside = {0};
    outside.data = outside.parent = &outside;
    second->parent = &outside;
    exported = library_internal();
    library_check(second, &data, exported);
    library_set(first, &data);
    return 0;
}
#endif
