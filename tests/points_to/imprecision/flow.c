// The order of instructions is ignored: memory contains everything that is ever stored in it.
#include "../assertions.h"

static int a, b;
static int *cell;
static struct {
    int *member;
} structure;

int main(void) {
    cell = &a;
    int *before = *(int *volatile *)&cell;
    cell = &b;
    assert_no_alias(before, &b);
    structure.member = &a;
    int *volatile *place = &structure.member;
    int *first = *place;
    structure.member = &b;
    assert_no_alias(first, *place);
    int *volatile local = &a;
    int *kept = local;
    local = &b;
    assert_no_alias(kept, local);
    return 0;
}
