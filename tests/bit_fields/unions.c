// Unions with bit fields.
#include "access.h"

typedef union Raw {
    struct {
        unsigned low : 4;
        unsigned high : 12;
        unsigned rest : 16;
    } bits;
    unsigned raw;
} Raw;
#define Raw_FIELDS(F) F(Raw, bits_low, bits.low) F(Raw, bits_high, bits.high) F(Raw, bits_rest, bits.rest)
PROGRAM(Raw)

__attribute__((noinline)) unsigned raw_of(Raw *it) { return it->raw; }
__attribute__((noinline)) void set_raw_of(Raw *it, unsigned raw) { it->raw = raw; }

typedef struct Tagged {
    int tag;
    union {
        struct {
            unsigned x : 9;
            signed y : 9;
        } small;
        double large;
    } u;
} Tagged;
#define Tagged_FIELDS(F) F(Tagged, u_small_x, u.small.x) F(Tagged, u_small_y, u.small.y)
PROGRAM(Tagged)

typedef struct Anonymous {
    unsigned kind : 3;
    union {
        struct {
            unsigned p : 6;
            unsigned q : 10;
        };
        unsigned short word;
    };
} Anonymous;
#define Anonymous_FIELDS(F) F(Anonymous, kind, kind) F(Anonymous, p, p) F(Anonymous, q, q)
PROGRAM(Anonymous)
