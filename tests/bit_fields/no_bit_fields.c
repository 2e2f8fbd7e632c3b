// Numbers that are masked and shifted, but are not bit fields.
typedef struct Flags {
    unsigned flags;
    unsigned char small;
    unsigned short medium;
    _Bool truth;
    long long large;
} Flags;
Flags object;
unsigned long long table[16];

__attribute__((noinline)) int test(Flags *it) { return it->flags & 4; }
__attribute__((noinline)) int low(Flags *it) { return it->flags & 1; }
__attribute__((noinline)) int test_small(Flags *it) { return (it->small & 8) != 0; }
__attribute__((noinline)) void set(Flags *it) { it->flags |= 16; it->small |= 2; it->medium |= 0x100; }
__attribute__((noinline)) void clear(Flags *it) { it->flags &= ~16u; it->small &= ~2; it->medium &= 0xff; }
__attribute__((noinline)) void toggle(Flags *it) { it->flags ^= 2; it->truth = !it->truth; }
__attribute__((noinline)) int part(Flags *it) { return (it->flags >> 3) & 7; }
__attribute__((noinline)) int part_of_medium(Flags *it) { return (it->medium >> 4) & 15; }
__attribute__((noinline)) int sign(Flags *it) { return (int)(it->large >> 63) & 1; }
__attribute__((noinline)) void put(Flags *it, unsigned value) { it->flags = (it->flags & ~0x38u) | (value & 7) << 3; }
__attribute__((noinline)) void put_small(Flags *it, int value) { it->small = (it->small & 0xf0) | (value & 15); }
__attribute__((noinline)) void all(Flags *it, unsigned value) { it->flags = value; it->large = value; }
__attribute__((noinline)) int of_table(int at) { return (table[at] >> 11) & 31; }
__attribute__((noinline)) unsigned hash(unsigned *it, int count) {
    unsigned sum = 0;
    for (int i = 0; i < count; i++) sum = (sum << 5 ^ it[i] >> 2) & 0xffffff;
    return sum;
}
int use(int x) {
    int sum = test(&object) + low(&object) + test_small(&object) + part(&object) + sign(&object);
    set(&object); clear(&object); toggle(&object); put(&object, x); put_small(&object, x); all(&object, x);
    return sum + part_of_medium(&object) + of_table(x) + hash(&object.flags, 1);
}
