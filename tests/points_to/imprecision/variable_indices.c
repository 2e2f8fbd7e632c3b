// An index that is not constant may select any element, even if two indices are known to differ.
#include <stdint.h>
#include "../assertions.h"

static int a, b;
static int *array[8];
static int numbers[8];

int main(void) {
    array[unknown(1)] = &a;
    array[unknown(2)] = &b;
    assert_no_alias(array[1], &b);
    assert_no_alias(&numbers[unknown(1)], &numbers[unknown(2)]);
    for (int i = 1; i < unknown(4); i++) assert_no_alias(&numbers[i], &numbers[i - 1]);
    // An unknown offset in bytes may lead to any member.
    struct {
        int *x, *y;
    } structure = {&a, &b};
    intptr_t offset = unknown(8);
    assert_no_alias(*(int **)((char *)&structure + offset), &a);
    return 0;
}
