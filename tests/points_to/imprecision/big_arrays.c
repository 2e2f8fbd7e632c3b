// Elements of arrays with more than 64 elements are not distinguished, even if the index is a constant.
#include "../assertions.h"

static int a, b;
static int *array[100];

int main(void) {
    array[1] = &a;
    array[2] = &b;
    int *volatile *place = array;
    assert_no_alias(place[1], &b);
    return 0;
}
