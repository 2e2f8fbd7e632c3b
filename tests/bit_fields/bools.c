// Booleans and enumerations.
#include "access.h"

typedef struct Bools {
    _Bool a : 1;
    _Bool b : 1;
    _Bool c : 1;
    _Bool plain;
} Bools;
#define Bools_FIELDS(F) F(Bools, a, a) F(Bools, b, b) F(Bools, c, c)
PROGRAM(Bools)

typedef struct BoolAfter {
    unsigned a : 7;
    _Bool b : 1;
    unsigned c : 9;
} BoolAfter;
#define BoolAfter_FIELDS(F) F(BoolAfter, a, a) F(BoolAfter, b, b) F(BoolAfter, c, c)
PROGRAM(BoolAfter)

enum Color { RED, GREEN, BLUE = 5 };
typedef struct Enums {
    enum Color color : 3;
    enum Color other : 5;
    unsigned count : 6;
} Enums;
#define Enums_FIELDS(F) F(Enums, color, color) F(Enums, other, other) F(Enums, count, count)
PROGRAM(Enums)

__attribute__((noinline)) int pick(Enums *it) {
    switch (it->color) {
    case RED: return 3;
    case GREEN: return 9;
    case BLUE: return 4;
    }
    return it->other == BLUE;
}
int use_pick(void) { return pick(&object_Enums); }
