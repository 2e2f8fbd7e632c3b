// Classes of one template with different arguments are different classes.
// BUILDS: O0 O0-mem2reg
#include "../assertions.h"

static int a, b, c;

template <class T> struct Box {
    int *where;
    T more{};
    explicit Box(int *to) : where(to) {}
    ~Box() { where = nullptr; }
    __attribute__((noinline)) int *get() { return where; }
};

static Box<double> global(&c);

int main() {
    Box<long> one(&a);
    Box<double> other(&b);
    void *boxes[] = {&one, &other, &global};
    int *from_one = static_cast<Box<long> *>(boxes[unknown(0)])->get();
    assert_may_alias(from_one, &a);
    assert_no_alias(from_one, &b);
    assert_no_alias(from_one, &c);
    int *from_other = static_cast<Box<double> *>(boxes[unknown(1)])->get();
    assert_may_alias(from_other, &b);
    assert_no_alias(from_other, &a);
}
