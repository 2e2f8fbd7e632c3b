// Structures in arrays.
#include "access.h"

typedef struct Row {
    unsigned key : 12;
    unsigned flag : 1;
    unsigned next : 19;
} Row;
#define Row_FIELDS(F) F(Row, key, key) F(Row, flag, flag) F(Row, next, next)
PROGRAM(Row)

typedef struct Table {
    int count;
    Row rows[8];
} Table;
Table table;
__attribute__((noinline)) int find(Table *it, unsigned key) {
    for (int i = 0; i < it->count; i++)
        if (it->rows[i].key == key && it->rows[i].flag) return it->rows[i].next;
    return -1;
}
__attribute__((noinline)) void enter(Table *it, int at, int key) { it->rows[at].key = key; it->rows[at].flag = 1; }
int use_table(int x) { enter(&table, x, 3); return find(&table, 7); }

typedef struct Grid {
    struct {
        signed char dx : 4;
        signed char dy : 4;
    } cells[3][5];
} Grid;
#define Grid_FIELDS(F) F(Grid, dx, cells[1][2].dx) F(Grid, dy, cells[2][4].dy)
PROGRAM(Grid)
