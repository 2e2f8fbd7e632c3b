// A `double` that is compared or computed with is not a pointer, though the memory that it comes from may hold one.
// Without optimization, there is a branch between the comparison and the assignment.
// BUILDS: O1
#include <string.h>
#include "../assertions.h"

static int a;
static int *pointer = &a;
static double number = 7, sum;

int main(void) {
    void *places[] = {&number, &pointer};
    double *at = places[unknown(0)];
    double value = *at;
    *at = value > 3 ? 3 : value;
    sum = *at + 1;
    int *from_number, *from_sum;
    memcpy(&from_number, &number, sizeof number);
    memcpy(&from_sum, &sum, sizeof sum);
    assert_no_alias(from_number, &a);
    assert_no_alias(from_sum, &a);
    assert_may_alias(pointer, &a);
    return 0;
}
