// Memory that is freed twice.
#include <stdlib.h>
#include "programs.h"

static int again() {
    void *p = malloc(8);
    if (!p) return 0;
    free(p);
    free(PICK(p, nullptr)); // error: double-free
    return 0;
}

static int alias() {
    int *p = (int *)malloc(8);
    if (!p) return 0;
    int *q = p;
    free(p);
    PICK((void)0, q = nullptr);
    free(q); // error: double-free
    return 0;
}

static void drop(void *p) {
    free(p);
}

static int in_callee() {
    void *p = malloc(8);
    if (!p) return 0;
    drop(p);
    PICK(free(p), (void)0); // error: double-free
    return 0;
}

static int both_branches() {
    void *p = malloc(8);
    if (!p) return 0;
    if (rand() % 2) {
        free(p);
    } else {
        free(p);
    }
    PICK(free(p), (void)0); // error: double-free
    return 0;
}

static int deleted() {
    int *p = new int(1);
    delete p;
    PICK((void)0, p = new int(2));
    delete p; // error: double-free
    return 0;
}

PROGRAMS(again, alias, in_callee, both_branches, deleted)
