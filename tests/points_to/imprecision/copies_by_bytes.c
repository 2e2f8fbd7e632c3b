// Unsound: a pointer that the program copies byte by byte is lost, because integers narrower than a pointer do not
// contain pointers.
#include "../assertions.h"

static int a;
static int *from = &a, *to;
static int *halves[2];

int main(void) {
    for (int i = 0; i < unknown(8); i++) ((volatile char *)&to)[i] = ((volatile char *)&from)[i];
    assert_may_alias(to, &a);
    volatile unsigned *words = (volatile unsigned *)halves;
    words[0] = (unsigned)(unsigned long)from;
    words[1] = (unsigned)((unsigned long)from >> 32);
    assert_may_alias(halves[0], &a);
    return 0;
}
