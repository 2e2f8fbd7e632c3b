// The end of an array moves by one element whenever one is added, so that it points to elements, not into them.
#include <stdlib.h>

#include "../assertions.h"

struct entry {
    int *key;
    char text[40];
    int *value;
};

struct table {
    struct entry *start, *end;
};

static int first, second;

__attribute__((noinline)) static void add(struct table *table, int *key, int *value) {
    struct entry *entry = table->end;
    entry->key = key;
    entry->value = value;
    table->end = entry + 1;
}

int main(void) {
    struct table table;
    table.start = table.end = malloc(unknown(10) * sizeof(struct entry));
    for (int i = 0; i < unknown(10); i++) add(&table, &first, &second);
    for (struct entry *it = table.start; it != table.end; it++) {
        assert_may_alias(it->key, &first);
        assert_no_alias(it->key, &second);
        assert_no_alias(it->value, &first);
    }
}
