// What C and C++ programs say about their pointers.
//
// Compiled for irlog, the functions below do nothing but be called: irlog answers for their
// arguments. Compiled with -DEXECUTED, the program checks them itself as it runs, and says on
// standard error which lines it has checked.
#ifndef ASSERTIONS_H
#define ASSERTIONS_H

#ifdef EXECUTED

#include <stdio.h>
#include <stdlib.h>

static void executed(int equal, int line, const volatile void *p, const volatile void *q) {
    if ((p == q) != equal) {
        fprintf(stderr, "line %d: the pointers are %s\n", line, equal ? "different" : "equal");
        abort();
    }
    fprintf(stderr, "checked %d\n", line);
}

#define assert_may_alias(...) executed(1, __LINE__, __VA_ARGS__)
#define assert_must_alias(...) executed(1, __LINE__, __VA_ARGS__)
#define assert_no_alias(...) executed(0, __LINE__, __VA_ARGS__)

#else

#ifdef __cplusplus
#define ASSERTION extern "C" __attribute__((noinline, optnone, used)) void
#else
#define ASSERTION __attribute__((noinline, optnone, used)) void
#endif

// The pointers are equal when the program runs.
ASSERTION assert_may_alias(const volatile void *p, const volatile void *q) {
    if (p != q) __builtin_trap();
}

// The pointers are equal, and irlog must know it.
ASSERTION assert_must_alias(const volatile void *p, const volatile void *q) {
    if (p != q) __builtin_trap();
}

// The pointers are different whenever this runs.
ASSERTION assert_no_alias(const volatile void *p, const volatile void *q) {
    if (p == q) __builtin_trap();
}

#endif

// A number that no compiler can know.
static volatile int zero;
#define unknown(number) (zero + (number))

#endif
