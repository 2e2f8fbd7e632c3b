// Pointers that are temporarily integers: arithmetic, masks, tags, differences, and exclusive or.
#include <stdint.h>
#include "../assertions.h"

static int numbers[8];
static int other;
static struct node {
    struct node *link;
    uintptr_t both;
} first, second, third;

__attribute__((noinline)) static uintptr_t hide(void *p, uintptr_t tag) { return (uintptr_t)p | tag; }
__attribute__((noinline)) static void *reveal(uintptr_t word) { return (void *)(word & ~(uintptr_t)3); }

static uintptr_t words[2];

int main(void) {
    uintptr_t address = (uintptr_t)&numbers[2];
    assert_may_alias((int *)(address + 8), &numbers[4]);
    assert_may_alias((int *)(address + 4 * unknown(3)), &numbers[5]);
    assert_may_alias((int *)(4 * unknown(1) + address), &numbers[3]);
    assert_may_alias((int *)(address - 8), &numbers[0]);
    assert_may_alias(reveal(hide(&other, unknown(1))), &other);

    words[unknown(1)] = hide(&numbers[1], 2);
    assert_may_alias(reveal(words[1]), &numbers[1]);

    // A list whose nodes contain the exclusive or of both neighbours' addresses.
    second.both = (uintptr_t)&first ^ (uintptr_t)&third;
    struct node *next = (struct node *)(second.both ^ (uintptr_t)&first);
    assert_may_alias(next, &third);

    // From one object to another by the difference of their addresses.
    intptr_t distance = (intptr_t)&other - (intptr_t)numbers;
    assert_may_alias((int *)((intptr_t)numbers + distance), &other);

    // Rotated in both directions.
    uintptr_t rotated = (address << 8) | (address >> 56);
    rotated = (rotated >> 8) | (rotated << 56);
    assert_may_alias((int *)rotated, &numbers[2]);

    // Aligned upwards, as in allocators.
    static char buffer[64];
    char *aligned = (char *)(((uintptr_t)buffer + 15) & ~(uintptr_t)15);
    assert_may_alias(aligned + ((uintptr_t)buffer - (uintptr_t)aligned), buffer);

    __int128 wide = (uintptr_t)&other;
    wide = wide << 64 | (uintptr_t)&numbers[6];
    assert_may_alias((int *)(uintptr_t)wide, &numbers[6]);
    assert_may_alias((int *)(uintptr_t)(wide >> 64), &other);
    return 0;
}
