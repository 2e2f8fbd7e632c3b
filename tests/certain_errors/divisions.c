// Divisions by zero, and of the smallest integer by -1.
#include <limits.h>
#include <stdlib.h>
#include "programs.h"

static int difference(void) {
    int v = rand();
    return 5 / (v - PICK(v, v - 1)); // error: undefined-division
}

static int divide(int n) {
    if (n == PICK(0, 1)) return 10 / n; // error: undefined-division
    return 1;
}

static int after_a_test(void) {
    return divide(0);
}

static int remainder_of(void) {
    unsigned d = PICK(0, 3);
    return (int)(17u % d); // error: undefined-division
}

static int quotient(int a, int b) {
    return a / b;
}

static int in_callee(void) {
    return quotient(4, PICK(0, 2)); // error: undefined-call
}

static int overflow(void) {
    int least = INT_MIN, d = PICK(-1, 1);
    return least / d; // error: undefined-division
}

static int product(void) {
    int a = rand(), b = PICK(0, 1);
    int d = (a & 0) + b;
    return 3 / d; // error: undefined-division
}

PROGRAMS(difference, after_a_test, remainder_of, in_callee, overflow, product)
