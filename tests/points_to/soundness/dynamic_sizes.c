// Arrays whose size is computed at run time: variable length, alloca, flexible members, and matrices.
#include <alloca.h>
#include <stdlib.h>
#include "../assertions.h"

struct flexible {
    int count;
    int *members[];
};
struct old_style {
    int count;
    int *members[1];
};

static int a, b;

static void fill(int rows, int columns, int *matrix[rows][columns]) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) matrix[i][j] = i == j ? &a : &b;
}

int main(void) {
    int size = unknown(5);
    int *array[size];
    array[3] = &a;
    assert_may_alias(array[unknown(3)], &a);
    int *matrix[size][size];
    fill(size, size, matrix);
    assert_may_alias(matrix[2][1], &b);
    assert_may_alias(matrix[2][2], &a);
    int **reserved = alloca(size * sizeof *reserved);
    reserved[unknown(4)] = &b;
    assert_may_alias(reserved[4], &b);
    struct flexible *flexible = malloc(sizeof *flexible + size * sizeof *flexible->members);
    flexible->members[2] = &a;
    assert_may_alias(flexible->members[unknown(2)], &a);
    struct old_style *old = malloc(sizeof *old + 3 * sizeof *old->members);
    old->members[unknown(2)] = &b;
    assert_may_alias(old->members[2], &b);
    int **end = reserved + size;
    assert_may_alias(*--end, &b);
    assert_may_alias(end[-4 + unknown(4)], &b);
    return 0;
}
