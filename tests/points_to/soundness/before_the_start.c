// An address before the start of an array, to which an index is added: optimisers split `array[index + 1]` in this way.
#include "../assertions.h"
#include <stdlib.h>

static int numbers[4] = {4, 1, 3, 2};

// Sorts by insertion. The last index may be -1.
__attribute__((noinline)) static void sort(int **pointers, long count) {
    for (long next = 1; next < count; next++) {
        int *moved = pointers[next];
        long index = next - 1;
        while (index >= 0 && *pointers[index] > *moved) {
            pointers[index + 1] = pointers[index];
            index--;
        }
        pointers[index + 1] = moved;
    }
}

int main(void) {
    int **pointers = malloc(4 * sizeof *pointers);
    pointers[0] = &numbers[0];
    for (int i = 1; i < 4; i++) pointers[i] = &numbers[i];
    sort(pointers, 4);
    assert_may_alias(pointers[0], &numbers[1]);
    assert_may_alias(pointers[3], &numbers[0]);
    return 0;
}
