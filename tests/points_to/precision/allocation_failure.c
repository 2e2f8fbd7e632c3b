// Allocation functions that report a failure are distinguished by their callers, although the report allocates memory
// as well.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

static char *reports[4];
static int report_count;

static void *allocate(size_t size);
static char *copy(const char *text);
static void *plain(size_t size) { return malloc(size + zero); }
static void *(*allocator)(size_t size) = plain;

__attribute__((noinline)) static void report(const char *text) { reports[report_count++ % 4] = copy(text); }

__attribute__((noinline)) static void *allocate(size_t size) {
    void *memory = allocator(size);
    if (!memory) report("no memory");
    return memory;
}

// It is in the same cycle of calls: a report is a copy.
__attribute__((noinline)) static char *copy(const char *text) {
    char *copied = allocate(strlen(text) + 1);
    if (copied) strcpy(copied, text);
    return copied;
}

__attribute__((noinline)) static void *allocate_zeros(size_t size) {
    void *memory = allocate(size);
    return memory ? memset(memory, zero, size) : 0;
}

int main(void) {
    int *first = allocate(4), *second = allocate(4);
    assert_no_alias(first, second);
    int *third = allocate_zeros(4), *fourth = allocate_zeros(4);
    assert_no_alias(third, fourth);
    char *fifth = copy("one"), *sixth = copy("two");
    assert_no_alias(fifth, sixth);
    report("five");
    assert_no_alias(first, reports[0]);
    return 0;
}
