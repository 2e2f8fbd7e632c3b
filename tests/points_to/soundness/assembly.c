// Inline assembly copies pointers between operands and memory; asm goto also branches.
#include "../assertions.h"

static int a, b, c;
static int *cell;

__attribute__((noinline)) static int *through_goto(int *p) {
    int *result;
    __asm__ goto("mov %1, %0\n\ttest %1, %1\n\tjz %l2" : "=r"(result) : "r"(p) : "cc" : empty);
    return result;
empty:
    return &b;
}

int main(void) {
    int *moved;
    __asm__("mov %1, %0" : "=r"(moved) : "r"(&a));
    assert_may_alias(moved, &a);
    int *tied = &b;
    __asm__ volatile("" : "+r"(tied));
    assert_may_alias(tied, &b);
    __asm__ volatile("mov %1, %0" : "=m"(cell) : "r"(&c));
    assert_may_alias(cell, &c);
    int *read;
    __asm__ volatile("mov %1, %0" : "=r"(read) : "m"(cell));
    assert_may_alias(read, &c);
    __asm__ volatile("movq %1, (%0)" : : "r"(&cell), "r"(&b) : "memory");
    assert_may_alias(cell, &b);
    int *one, *other;
    __asm__("mov %2, %0\n\tmov %3, %1" : "=&r"(one), "=&r"(other) : "r"(&a), "r"(&c));
    assert_may_alias(other, &c);
    assert_may_alias(through_goto(&c), &c);
    assert_may_alias(through_goto(unknown(0) ? &c : 0), &b);
    return 0;
}
