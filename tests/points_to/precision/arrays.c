// Arrays are merged by stride: the fields of their elements stay distinguished, constant indices are respected, and
// memory before or after the array is not part of it.
#include <stdlib.h>
#include "../assertions.h"

struct element {
    int *x, *y;
};
struct table {
    int *before;
    struct element elements[8];
    int *behind;
};

static int a, b, c, d;
static struct table table;
static int *const constants[] = {&a, &b, &c};
static const struct element rows[] = {{&a, &b}, {&c, &d}};
static int *matrix[2][3];

int main(void) {
    for (int i = 0; i < unknown(8); i++) {
        table.elements[i].x = &a;
        table.elements[i].y = &b;
    }
    table.before = &c;
    table.behind = &d;
    assert_no_alias(table.elements[unknown(3)].x, table.elements[unknown(3)].y);
    assert_no_alias(table.before, table.elements[unknown(0)].x);
    assert_no_alias(table.behind, table.elements[unknown(7)].y);
    assert_no_alias(&table.elements[unknown(3)].x, &table.elements[unknown(3)].y);
    assert_no_alias(&table.elements[unknown(3)], &table.behind);
    assert_no_alias(&table.elements[2], &table.elements[3]);
    assert_no_alias(constants[0], constants[2]);
    assert_no_alias(rows[unknown(1)].x, rows[unknown(1)].y);
    assert_may_alias(rows[unknown(1)].y, &d);
    matrix[0][1] = &a;
    matrix[1][1] = &b;
    assert_no_alias(matrix[0][1], matrix[1][1]);
    assert_no_alias(matrix[0][unknown(1)], matrix[1][unknown(1)]);

    // Heap memory has no declared arrays; the stride of the steps distinguishes the fields of elements.
    struct element *heap = malloc(unknown(8) * sizeof *heap);
    for (int i = 0; i < unknown(8); i++) {
        heap[i].x = &c;
        heap[i].y = &d;
    }
    assert_no_alias(heap[unknown(2)].x, heap[unknown(2)].y);
    // A pointer that is advanced in a loop.
    int **last = 0;
    for (struct element *moving = heap; moving < heap + unknown(8); moving++) last = &moving->x;
    assert_no_alias(*last, heap[unknown(3)].y);
    return 0;
}
