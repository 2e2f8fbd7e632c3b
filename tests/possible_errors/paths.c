// Errors on some paths. A line marked `possible: RULE` is undefined behaviour on a path that the function's conditions
// allow; the comment says which. On all other lines, the conditions exclude such paths.

#include <stdbool.h>
#include <stdlib.h>

int get(void);

int null_if_false(int c) {
    int x = 0, *p = NULL;
    if (c)
        p = &x;
    get();
    return *p; // possible: possible-null-access
}

int only_if_set(int c) {
    int x = 0, *p = NULL;
    if (c)
        p = &x;
    get();
    if (c)
        return *p;
    return 0;
}

int checked_too_late(int *p) {
    if (p == NULL)
        get();
    return *p; // possible: inconsistent-null-check
}

// A macro whose argument may be null does not say that this one may be.
#define VALUE_OR_ZERO(pointer) ((pointer) ? *(pointer) : 0)

int checked_in_macro(int *p) {
    int value = VALUE_OR_ZERO(p);
    return value + *p;
}

int checked_without_macro(int *p) {
    int value = p ? *p : 0;
    return value + *p; // possible: inconsistent-null-check
}

static int callee(int *p) {
    return *p;
}

int null_in_callee(int c) {
    int x = 0, *p = NULL;
    if (c)
        p = &x;
    return callee(p); // possible: possible-null-access
}

int by_switch(int kind) {
    int x = 1, *p;
    switch (kind) {
    case 1:
    case 2:
        p = &x;
        break;
    default:
        p = NULL;
    }
    if (kind == 1)
        return *p;
    if (kind != 2)
        return 1;
    return *p;
}

// If n is at most 7.
int unset_below(int n) {
    int x;
    if (n > 7)
        x = 3;
    if (n > 9)
        return 0;
    if (x > 2) // possible: possible-uninitialised-use
        get();
    return 1;
}

int same_flag(void) {
    bool is_set = get() > 3;
    int x;
    if (is_set)
        x = 1;
    get();
    if (!is_set)
        return 0;
    if (x > 2)
        get();
    return 1;
}

int opposite_comparison(int n) {
    int x;
    if (n != 7)
        x = 3;
    if (n == 7)
        return 0;
    if (x > 2)
        get();
    return 1;
}

int two_conditions(const int *p, int n) {
    int x;
    if (p && n > 3)
        x = 1;
    if (p != NULL && n > 3)
        if (x > 2)
            get();
    return 0;
}

// In an iteration in which c is false.
int in_iteration(int n) {
    for (int i = 0; i < n; i++) {
        int x;
        bool c = get();
        if (c)
            x = i;
        if (x > 2) // possible: possible-uninitialised-use
            get();
    }
    return 0;
}

int in_iteration_if_set(int n) {
    for (int i = 0; i < n; i++) {
        int x;
        bool c = get();
        if (c)
            x = i;
        if (c && x > 2)
            get();
    }
    return 0;
}

int set_in_first_iteration(int n) {
    int x;
    bool is_first = true;
    for (int i = 0; i < n; i++) {
        if (is_first) {
            x = get();
            is_first = false;
        } else if (x > 2)
            get();
    }
    return 0;
}

int after_counted_loop(int c) {
    int x;
    for (int i = 0; i < 10; i++)
        get();
    if (c)
        x = 1;
    if (x > 2) // possible: possible-uninitialised-use
        get();
    return 0;
}

static int output(int *result) {
    if (get()) {
        *result = 1;
        return 0;
    }
    return -1;
}

int of_successful_call(void) {
    int x;
    if (output(&x))
        return 1;
    if (x > 3)
        get();
    return 0;
}

int freed(int n) {
    int *p = malloc(4);
    if (!p)
        return 1;
    *p = 3;
    if (n)
        free(p);
    return *p; // possible: possible-use-after-free
}

int freed_again(int n) {
    int *p = malloc(4);
    if (!p)
        return 1;
    if (n)
        free(p);
    if (get())
        return 3;
    free(p); // possible: possible-use-after-free
    return 0;
}

int cleaned_up(int n) {
    char *a = NULL, *b = NULL;
    int status = -1;
    a = malloc(n);
    if (!a)
        goto out;
    b = malloc(n);
    if (!b)
        goto out;
    a[0] = 1;
    b[0] = 2;
    status = 0;
out:
    free(a);
    free(b);
    return status;
}

int outside(int n) {
    int a[4] = {0}, i = 2;
    if (n)
        i = 4;
    return a[i]; // possible: possible-out-of-bounds-access
}

int divided(int n, int y) {
    if (n == 0)
        get();
    return y / n; // possible: possible-division-by-zero
}

void not_allocated(int n) {
    int x = 0, *p = malloc(4);
    if (n)
        p = &x;
    free(p); // possible: possible-invalid-free
}

// Nothing writes to the table, so a loop over it ends at its end.
static const char *names[] = {"one", NULL};

int end_of_table(const char *name) {
    int count = 0;
    for (int i = 0; names[i]; i++)
        if (*name == *names[i])
            count++;
    return count;
}
