// qsort, bsearch and a hash table with functions that the caller passes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    int count;
};

static int by_text(const void *a, const void *b) {
    return strcmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

static int by_count(const void *a, const void *b) {
    return ((const struct word *)b)->count - ((const struct word *)a)->count;
}

static int numbers(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int reversed(const void *a, const void *b) { return numbers(b, a); }

typedef int (*comparator)(const void *, const void *);

static void sort_words(struct word *words, size_t count, comparator compare) {
    qsort(words, count, sizeof *words, compare); // calls: by_text, by_count
}

struct table {
    unsigned (*hash)(const void *key);
    int (*equal)(const void *a, const void *b);
    const void *keys[16];
    int values[16];
};

static unsigned hash_text(const void *key) {
    unsigned hash = 5381;
    for (const char *it = key; *it; it++) hash = hash * 33 + *it;
    return hash;
}

static int equal_texts(const void *a, const void *b) { return strcmp(a, b) == 0; }
static unsigned hash_number(const void *key) { return *(const int *)key * 7; }
static int equal_numbers(const void *a, const void *b) { return *(const int *)a == *(const int *)b; }

static int *slot(struct table *table, const void *key) {
    unsigned at = table->hash(key) % 16; // calls: hash_text, hash_number
    while (table->keys[at] && !table->equal(table->keys[at], key)) { // calls: equal_texts, equal_numbers
        at = (at + 1) % 16;
    }
    table->keys[at] = key;
    return &table->values[at];
}

int main(void) {
    struct word words[] = {{"pear", 2}, {"apple", 5}, {"fig", 1}};
    sort_words(words, 3, by_text);
    struct word wanted = {"fig", 0};
    struct word *found = bsearch(&wanted, words, 3, sizeof *words, by_text); // calls: by_text
    sort_words(words, 3, by_count);

    int values[] = {3, 1, 2};
    qsort(values, 3, sizeof *values, numbers); // calls: numbers
    comparator compare = reversed;
    int order = compare(&values[0], &values[1]); // calls: reversed
    struct table texts = {hash_text, equal_texts, {0}, {0}};
    struct table counts = {.hash = hash_number, .equal = equal_numbers};
    *slot(&texts, "a") = 1;
    *slot(&texts, "a") += 2;
    *slot(&counts, &values[0]) = 4;
    *slot(&counts, &values[0]) += 4;
    printf("%s %d %d %d\n", words[0].text, found->count, order, *slot(&texts, "a") + *slot(&counts, &values[0]));
    return 0;
}
