// Pointers in vectors of integers: built, shuffled, indexed, stored and loaded.
#include <stdint.h>
#include <string.h>
#include "../assertions.h"

typedef intptr_t two __attribute__((vector_size(16)));
typedef intptr_t four __attribute__((vector_size(32)));
typedef double doubles __attribute__((vector_size(16)));

static int a, b, c;
static two global;

__attribute__((noinline)) static two make(void *one, void *other) {
    return (two){(intptr_t)one, (intptr_t)other};
}

__attribute__((noinline)) static void *at(four *vector, int index) { return (void *)(*vector)[index]; }

int main(void) {
    two vector = make(&a, &b);
    assert_may_alias((void *)vector[0], &a);
    assert_may_alias((void *)vector[unknown(1)], &b);
    two swapped = __builtin_shufflevector(vector, vector, 1, 0);
    assert_may_alias((void *)swapped[0], &b);
    four wide = __builtin_shufflevector(vector, make(&c, 0), 0, 2, 1, 3);
    assert_may_alias(at(&wide, unknown(1)), &c);
    wide[unknown(3)] = (intptr_t)&b;
    assert_may_alias(at(&wide, 3), &b);
    global = swapped;
    void *pointers[2];
    memcpy(pointers, &global, sizeof pointers);
    assert_may_alias(pointers[1], &a);
    doubles numbers = (doubles)vector;
    two again = (two)numbers;
    assert_may_alias((void *)again[1], &b);
    two moved = vector + (two){4, 0} - (two){4, 0};
    assert_may_alias((void *)moved[0], &a);
    two chosen = unknown(1) ? vector : swapped;
    assert_may_alias((void *)chosen[0], &a);
    return 0;
}
