// A function that is called only through an object made by an allocator: the object and its table of functions are both
// on the heap.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

struct operations {
    void *(*get)(void *self);
    void (*set)(void *self, void *value);
};
struct object {
    struct operations *operations;
    void *value;
};

static int a, b;

static void *get(void *self) {
    struct object *object = self;
    return object->value;
}
static void set(void *self, void *value) {
    struct object *object = self;
    assert_may_alias(value, &a);
    object->value = value;
}

__attribute__((noinline)) static void *allocate(size_t size) {
    void *memory = malloc(size);
    return memory ? memory : calloc(1, size);
}

static void *(*allocator)(size_t) = allocate;

// Not inlined; otherwise `set` would be inlined as well, and never called.
__attribute__((noinline)) static struct object *create(void) {
    struct object *object = allocator(sizeof *object);
    memset(object, 0, sizeof *object);
    object->operations = allocator(sizeof *object->operations);
    object->operations->get = get;
    object->operations->set = set;
    return object;
}

int main(void) {
    struct object *object = create();
    object->operations->set(object, &a);
    assert_may_alias(object->operations->get(object), &a);

    struct object *copy = malloc(sizeof *copy);
    memcpy(copy, object, sizeof *copy);
    assert_may_alias(copy->operations, object->operations);
    assert_may_alias(copy->operations->get(copy), &a);

    struct object **array = calloc(4, sizeof *array);
    array[unknown(2)] = copy;
    array = realloc(array, 8 * sizeof *array);
    assert_may_alias(array[2]->value, &a);
    assert_may_alias(array[unknown(2)]->operations->get(array[2]), &a);
    (void)b;
    return 0;
}
