// Allocated memory has the structure of the variable or member that receives it, if it has its size.
#include <stdlib.h>

#include "../assertions.h"

struct entry {
    struct entry *next;
    int *key, *value;
};

struct table {
    char name[100];
    int *owner;
    struct entry *slots[16];
    struct {
        int *first;
        long count;
    } groups[4];
    int *log;
};

struct index {
    struct table *table;
    int *spare;
};

static int owner, key, value, first, log_entry;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (!memory) abort();
    return memory;
}

__attribute__((noinline)) static void fill(struct table *table, struct entry *entry) {
    entry->key = &key;
    entry->value = &value;
    entry->next = table->slots[unknown(3)];
    table->slots[unknown(3)] = entry;
    table->owner = &owner;
    table->groups[unknown(1)].first = &first;
    table->groups[unknown(1)].count = unknown(7);
    table->log = &log_entry;
}

__attribute__((noinline)) static void open(struct index *index) { index->table = allocate(sizeof *index->table); }

int main(void) {
    struct table *table = calloc(1, sizeof *table);
    fill(table, malloc(sizeof(struct entry)));
    assert_may_alias(table->owner, &owner);
    assert_no_alias(table->owner, &first);
    assert_may_alias(table->slots[unknown(3)]->key, &key);
    assert_no_alias(table->slots[unknown(3)]->key, &value);
    assert_may_alias(table->groups[unknown(1)].first, &first);
    assert_no_alias(table->groups[unknown(1)].first, &log_entry);
    assert_may_alias(table->log, &log_entry);
    assert_no_alias(table->log, &owner);

    struct index index;
    open(&index);
    struct entry *entry = allocate(sizeof *entry);
    fill(index.table, entry);
    assert_may_alias(index.table->log, &log_entry);
    assert_no_alias(index.table->log, &first);
    assert_no_alias(index.table->groups[unknown(1)].first, &owner);
}
