// A `double` may hold a pointer: in a union that is copied as one, and in a NaN.
#include <stdint.h>
#include <string.h>
#include "../assertions.h"

static int a;

union Value {
    double number;
    int *pointer;
};
struct Tagged {
    union Value value;
    int is_number;
};

__attribute__((noinline)) static struct Tagged copy(const struct Tagged *from) { return *from; }

__attribute__((noinline)) static double twice(struct Tagged it) {
    return it.is_number ? it.value.number * 2 : *it.value.pointer;
}

// The upper bits of a NaN are set, the other ones are an address.
#define NAN_BITS ((uint64_t)0xfff8 << 48)

__attribute__((noinline)) static int *unboxed(const double *place) {
    double boxed = *place;
    if (boxed == boxed) return 0;
    uint64_t bits;
    memcpy(&bits, &boxed, sizeof bits);
    return (int *)(uintptr_t)(bits & ~NAN_BITS);
}

int main(void) {
    struct Tagged tagged = {{.pointer = &a}, 0};
    struct Tagged other = copy(&tagged);
    assert_may_alias(other.value.pointer, &a);
    a = 3;
    struct Tagged number = {{.number = 1.5}, 1};
    int *computed = twice(number) + twice(other) == 6 ? &a : 0;
    assert_may_alias(computed, &a);
    uint64_t bits = NAN_BITS | (uint64_t)(uintptr_t)&a;
    double boxed;
    memcpy(&boxed, &bits, sizeof boxed);
    assert_may_alias(unboxed(&boxed), &a);
    return 0;
}
