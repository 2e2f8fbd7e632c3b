// Allocated memory that is not, or not only, a structure of the type of the variable that receives it.
#include <stdlib.h>
#include <string.h>

#include "../assertions.h"

struct item {
    int *payload;
    long number;
};

struct larger {
    struct item item;
    int *more;
};

struct list {
    long count;
    int *items[];
};

struct pair {
    int *both[2];
};

static int a, b, c;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

// The memory in the variable of type `void *` is not what the function returns.
__attribute__((noinline)) static struct item *make(int *payload) {
    void *scratch = malloc(sizeof(struct item) + zero);
    int **copy = scratch;
    memcpy(scratch, &payload, sizeof payload);
    struct item *item = malloc(sizeof *item);
    memcpy(&item->payload, copy, sizeof payload);
    free(scratch);
    return item;
}

int main(void) {
    struct item *items = malloc(3 * sizeof *items);
    items[unknown(2)].payload = &a;
    assert_may_alias(items[2].payload, &a);

    struct item *first = malloc(sizeof(struct larger));
    ((struct larger *)first)->more = &b;
    assert_may_alias(((struct larger *)first)->more, &b);

    struct list *list = allocate(sizeof *list + 4 * sizeof(int *));
    list->items[unknown(3)] = &c;
    assert_may_alias(list->items[3], &c);

    struct item *made = make(&a);
    assert_may_alias(made->payload, &a);

    // The same memory as another structure of the same size.
    struct item *reused = allocate(sizeof *reused);
    struct pair *pair = (struct pair *)reused;
    pair->both[unknown(1)] = &b;
    assert_may_alias(pair->both[1], &b);
    int **pointers = (int **)reused;
    assert_may_alias(pointers[unknown(1)], &b);

    struct pair *one = calloc(1, sizeof *one), *several = calloc(4, sizeof *several);
    one->both[unknown(1)] = &a;
    several[unknown(3)] = *one;
    assert_may_alias(several[3].both[1], &a);
    several = realloc(several, 8 * sizeof *several);
    assert_may_alias(several[unknown(3)].both[1], &a);
}
