// Accesses to objects that were deleted.
#include "programs.h"

struct Point {
    int x = 1, y = 2;
    int sum() const { return x + y; }
};

struct Shape {
    virtual int area() const { return 1; }
    virtual ~Shape() {}
};

static int number() {
    int *p = new int(3);
    PICK(delete p, (void)0);
    return *p; // error: use-after-free
}

static int array() {
    int *p = new int[4];
    PICK(delete[] p, (void)0);
    p[2] = 1; // error: use-after-free
    return 0;
}

static int member() {
    Point *p = new Point;
    PICK(delete p, (void)0);
    return p->y; // error: use-after-free
}

static int method() {
    Point *p = new Point;
    PICK(delete p, (void)0);
    return p->sum(); // error: undefined-call
}

static int virtual_method() {
    Shape *p = new Shape;
    PICK(delete p, (void)0);
    return p->area(); // error: use-after-free
}

static int reference() {
    Point *p = new Point;
    int &x = p->x;
    PICK(delete p, (void)0);
    x = 3; // error: use-after-free
    return 0;
}

PROGRAMS(number, array, member, method, virtual_method, reference)
