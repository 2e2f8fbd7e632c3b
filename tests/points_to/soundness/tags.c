// Pointers with tags in their low bits, which are tested before the pointers are used.
#include <stdint.h>

#include "../assertions.h"

struct pair {
    int *first;
    int *second;
};

static int object;
static struct pair pair;
static char bytes[8];
static struct {
    char before;
    int inside __attribute__((packed));
} packed;

// The lowest bit of a word is set if the rest is a pointer.
__attribute__((noinline)) static int *unpack(uintptr_t word) {
    if (word & 1) {
        return (int *)((word >> 1) << 1);
    }
    return 0;
}

// Two bits encode the kind.
__attribute__((noinline)) static void *of_kind(uintptr_t word) {
    switch (word & 3) {
        case 1: return (void *)(word - 1);
        case 2: return (void *)(word ^ 2);
        case 3: return (void *)((word >> 2) << 2);
        default: return (void *)((word >> 4) << 4 | (word & 12));
    }
}

// A pointer to an odd address is not a tagged pointer.
__attribute__((noinline)) static char *at(uintptr_t word) {
    if (word & 1) {
        return (char *)((word >> 1 << 1) + 1);
    }
    return (char *)(word >> 1 << 1);
}

int main(void) {
    assert_may_alias(unpack((uintptr_t)&object + unknown(1)), &object);
    assert_may_alias(unpack((uintptr_t)&object | 1), &object);
    assert_may_alias(of_kind((uintptr_t)&object + 1), &object);
    assert_may_alias(of_kind((uintptr_t)&object | 2), &object);
    assert_may_alias(of_kind((uintptr_t)&pair.second | 3), &pair.second);
    assert_may_alias(of_kind((uintptr_t)&pair.second), &pair.second);
    assert_may_alias(at((uintptr_t)&bytes[unknown(3)]), &bytes[3]);
    assert_may_alias(at((uintptr_t)&bytes[2]), &bytes[2]);
    assert_may_alias(at((uintptr_t)&bytes[3]), &bytes[3]);
    assert_may_alias(at((uintptr_t)&packed.inside), (char *)&packed.inside);
    return 0;
}
