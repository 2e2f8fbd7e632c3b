// Accesses outside of structures.
#include <stdlib.h>
#include "programs.h"

struct list {
    int length;
    int items[2];
};

static int from_the_first(void) {
    struct list list = {2, {3, 4}};
    int *p = &list.length;
    return p[PICK(3, 2)]; // error: out-of-bounds-access
}

static int last_array(void) {
    struct list list = {2, {3, 4}};
    int i = list.length;
    return list.items[i - PICK(0, 1)]; // error: out-of-bounds-access
}

static int nested(void) {
    struct {
        char name[4];
        struct list lists[2];
    } *p = calloc(1, sizeof *p);
    if (!p) return 0;
    p->lists[PICK(2, 1)].items[1] = 5; // error: out-of-bounds-access
    free(p);
    return 0;
}

union number {
    short small;
    int large;
};

static int member_of_union(void) {
    union number *p = malloc(PICK(sizeof(short), sizeof *p));
    if (!p) return 0;
    p->large = 1; // error: out-of-bounds-access
    free(p);
    return 0;
}

struct flexible {
    int length;
    char items[];
};

static int flexible_array(void) {
    struct flexible *p = malloc(sizeof *p + 6);
    if (!p) return 0;
    p->length = 6;
    p->items[p->length - PICK(0, 1)] = 'x'; // error: out-of-bounds-access
    free(p);
    return 0;
}

PROGRAMS(from_the_first, last_array, nested, member_of_union, flexible_array)
