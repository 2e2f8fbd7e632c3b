// Accesses to memory that was freed.
#include <stdlib.h>
#include <string.h>
#include "programs.h"

struct node {
    struct node *next;
    int value;
};

static int read(void) {
    int *p = calloc(1, sizeof *p);
    if (!p) return 0;
    PICK(free(p), (void)0);
    int result = *p; // error: use-after-free
    PICK((void)0, free(p));
    return result;
}

static int alias(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    int *q = p;
    PICK(free(q), (void)0);
    *p = 1; // error: use-after-free
    PICK((void)0, free(q));
    return 0;
}

static struct node *pair(void) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) exit(0);
    n->next = calloc(1, sizeof *n);
    if (!n->next) exit(0);
    return n;
}

static void drop_next(struct node *n) {
    PICK(free(n->next), n->next->value = 2);
    n->next->value = 1; // error: use-after-free
}

static int member(void) {
    drop_next(pair());
    return 0;
}

static int both_branches(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    if (rand() % 2) {
        PICK(free(p), (void)0);
    } else {
        PICK(free(p), (void)0);
    }
    *p = 1; // error: use-after-free
    return 0;
}

static void drop(char *p) {
    free(p);
}

static int in_callee(void) {
    char *p = calloc(1, 8);
    if (!p) return 0;
    drop(PICK(p, 0));
    memset(p, 1, 8); // error: use-after-free
    return 0;
}

static int string(void) {
    char *p = malloc(6);
    if (!p) return 0;
    strcpy(p, "hello");
    PICK(free(p), (void)0);
    return (int)strlen(p); // error: use-after-free
}

PROGRAMS(read, alias, member, both_branches, in_callee, string)
