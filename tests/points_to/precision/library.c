// Models of the C library: most functions do not keep their arguments, return an argument or an unrelated value, or
// allocate a new object.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

static int a, b;
static int *table[3] = {&a, &a, &b};

static int compare(const void *left, const void *right) { return 0; }
static int compare_keys(const void *key, const void *element) {
    assert_no_alias(key, element);
    return 0;
}

int main(void) {
    int *cell = &a, *other = &b;
    printf("%p %p\n", (void *)&cell, (void *)&other);
    assert_no_alias(cell, other);
    char text[] = "a,b", more[] = "c";
    char *found = strchr(text, ',');
    assert_no_alias(found, more);
    char *copy = strdup(text);
    assert_no_alias(copy, text);
    assert_no_alias(strchr(copy, ','), found);
    assert_no_alias(strtok(text, ","), more);
    size_t length = strlen(text) + strcmp(text, more);
    (void)length;
    FILE *stream = fopen("/dev/null", "r");
    assert_no_alias(stream, text);
    char buffer[4];
    fread(buffer, 1, sizeof buffer, stream);
    assert_no_alias(cell, other);
    char *end;
    strtol(more, &end, 10);
    assert_no_alias(end, text);
    void *memory = realloc(malloc(8), 16);
    assert_no_alias(memory, copy);
    qsort(table, 2, sizeof *table, compare);
    assert_no_alias(&table[0], &cell);
    bsearch(&cell, table, 3, sizeof *table, compare_keys);
    assert_no_alias(getenv("PATH"), text);
    memset(buffer, 0, sizeof buffer);
    snprintf(buffer, sizeof buffer, "%s", more);
    assert_no_alias(cell, other);
    free(memory);
    return 0;
}
