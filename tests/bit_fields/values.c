// Structures as values.
#include "access.h"

typedef struct Pair {
    unsigned a : 10;
    signed b : 10;
} Pair;
#define Pair_FIELDS(F) F(Pair, a, a) F(Pair, b, b)
PROGRAM(Pair)

// By value, copied, initialised, compared.
__attribute__((noinline)) Pair make(int a, int b) { Pair it = { a, b }; return it; }
__attribute__((noinline)) int first(Pair it) { return it.a; }
__attribute__((noinline)) int less(const Pair *one, const Pair *other) { return one->a < other->a || one->b < other->b; }
__attribute__((noinline)) void copy(Pair *to, const Pair *from) { to->a = from->a; to->b = from->b; }
int use_values(int x) {
    Pair it = make(x, 3), other = it;
    copy(&object_Pair, &it);
    return first(other) + less(&object_Pair, &it);
}
