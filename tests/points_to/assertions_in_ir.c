// Checks the pointer assertions of `.ll` programs at run time: these definitions replace the weak ones in the programs.
// Writes the checked calls to standard error.
#include <stdio.h>
#include <stdlib.h>

static void executed(int equal, const void *p, const void *q, const void *call) {
    if ((p == q) != equal) {
        fprintf(stderr, "call at %p: the pointers are %s\n", call, equal ? "different" : "equal");
        abort();
    }
    fprintf(stderr, "checked %p\n", call);
}

void assert_may_alias(const void *p, const void *q) {
    executed(1, p, q, __builtin_return_address(0));
}
void assert_must_alias(const void *p, const void *q) {
    executed(1, p, q, __builtin_return_address(0));
}
void assert_no_alias(const void *p, const void *q) {
    executed(0, p, q, __builtin_return_address(0));
}
