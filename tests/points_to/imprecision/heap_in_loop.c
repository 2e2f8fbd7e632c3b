// One abstract object represents all allocations of an allocation site.
#include <stdlib.h>
#include "../assertions.h"

int main(void) {
    int *array[4];
    for (int i = 0; i < unknown(4); i++) array[i] = malloc(sizeof(int));
    assert_no_alias(array[0], array[1]);
    return 0;
}
