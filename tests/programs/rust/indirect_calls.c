/* The callbacks of `-sanitizer-coverage-level=4`. For each executed indirect call, they write the address after the call
   and the address of its callee to the file that CALLS_SEEN names. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define PLACES (1u << 20)
static struct { uintptr_t after, callee; } seen[PLACES];
static int lock;

void __sanitizer_cov_trace_pc_indir(uintptr_t callee) {
    uintptr_t after = (uintptr_t)__builtin_return_address(0);
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    }
    uint32_t place = (after * 31 + callee) * UINT64_C(0x9E3779B97F4A7C15) >> 44;
    while (seen[place].after && (seen[place].after != after || seen[place].callee != callee))
        place = (place + 1) % PLACES;
    seen[place].after = after;
    seen[place].callee = callee;
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

/* The compiler also inserts calls to these callbacks. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *end) { (void)start, (void)end; }
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { (void)guard; }

static __attribute__((destructor)) void write_calls(void) {
    FILE *file = fopen(getenv("CALLS_SEEN"), "w");
    if (!file) abort();
    for (uint32_t i = 0; i < PLACES; i++)
        if (seen[i].after) fprintf(file, "%016jx %016jx\n", (uintmax_t)seen[i].after, (uintmax_t)seen[i].callee);
    if (fclose(file)) abort();
}
