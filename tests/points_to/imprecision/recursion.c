// One object stands for all variables of a recursive function, with any number of contexts.
// CONTEXT: 2
#include "../assertions.h"

static int *outer;

__attribute__((noinline)) static int recurse(int depth) {
    int variable = depth;
    if (depth == 0) {
        assert_no_alias(&variable, outer);
        return 0;
    }
    outer = &variable;
    return recurse(depth - 1) + *outer;
}

int main(void) { return recurse(unknown(1)) - 1; }
