// One abstract object represents a variable in all calls of a recursive function, at any call-string length.
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
