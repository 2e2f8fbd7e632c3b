// Pointer assertions of C and C++ programs.
//
// Compiled for irlog, the functions below are only calls, whose arguments irlog analyses. Compiled with -DEXECUTED,
// they check their arguments at run time, and write the checked lines to standard error.
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

// The pointers are equal at least once at run time.
ASSERTION assert_may_alias(const volatile void *p, const volatile void *q) {
    if (p != q) __builtin_trap();
}

// The pointers are always equal, and irlog must prove it.
ASSERTION assert_must_alias(const volatile void *p, const volatile void *q) {
    if (p != q) __builtin_trap();
}

// The pointers differ at every execution of this call.
ASSERTION assert_no_alias(const volatile void *p, const volatile void *q) {
    if (p == q) __builtin_trap();
}

#endif

// A number that is opaque to the compiler.
static volatile int zero;
#define unknown(number) (zero + (number))

#endif
