// Creation of and references to C++ objects: new, placement, members, static and thread-local objects.
#include <cstdlib>
#include <initializer_list>
#include <new>
#include "../assertions.h"

static int a, b, c;

struct Object {
    int *first;
    int *second;
    Object(int *first = &a, int *second = &b) : first(first), second(second) {}
    int *one(int *p) { return first; }
    int *other(int *p) { return p; }
    virtual int *overridden(int *p) { return second; }
    virtual ~Object() {}
};
struct Special : Object {
    int *overridden(int *p) override { return p; }
};

static int *initial() { return &b; }
static int *global = initial();
struct Registered {
    static Registered *last;
    int *member;
    Registered *before;
    explicit Registered(int *member) : member(member), before(last) { last = this; }
};
Registered *Registered::last;
static Registered one(&a), other(&c);

static Object &single() {
    static Object object(&c, initial());
    return object;
}
static thread_local Object per_thread(&b, &a);
static thread_local int *plain = initial();

struct Pool {
    alignas(16) char memory[256];
    char *next = memory;
} pool;
struct Pooled {
    int *member;
    static void *operator new(std::size_t size) {
        void *result = pool.next;
        pool.next += (size + 15) & ~15ul;
        return result;
    }
    static void operator delete(void *) {}
};

__attribute__((noinline)) static int *last_of(std::initializer_list<int *> list) { return *(list.end() - 1); }

int main() {
    Object *made = new Object(&c);
    assert_may_alias(made->first, &c);
    Object *array = new Object[unknown(3)];
    array[unknown(1)].second = &c;
    assert_may_alias(array[1].second, &c);
    assert_may_alias(array[2].first, &a);
    alignas(Object) char space[sizeof(Object)];
    Object *placed = new (space) Object(&b);
    assert_may_alias(placed, space);
    assert_may_alias(placed->first, &b);
    assert_may_alias(reinterpret_cast<Object *>(space)->second, &b);
    Pooled *pooled = new Pooled{&a}, *next = new Pooled{&c};
    assert_may_alias(next->member, &c);
    assert_may_alias(pooled, pool.memory);

    int *Object::*field = unknown(1) ? &Object::second : &Object::first;
    assert_may_alias(made->*field, &b);
    int *(Object::*method)(int *) = unknown(1) ? &Object::other : &Object::one;
    assert_may_alias((made->*method)(&a), &a);
    method = &Object::overridden;
    Special special;
    Object *general = &special;
    assert_may_alias((general->*method)(&c), &c);

    assert_may_alias(global, &b);
    assert_may_alias(Registered::last->before->member, &a);
    assert_may_alias(Registered::last, &other);
    assert_may_alias(single().first, &c);
    assert_may_alias(&single(), &single());
    assert_may_alias(single().second, &b);
    assert_may_alias(per_thread.first, &b);
    assert_may_alias(plain, &b);
    assert_may_alias(last_of({&a, &b, &c}), &c);
    std::nothrow_t tag;
    int **cell = new (tag) int *(&b);
    assert_may_alias(*cell, &b);
    delete[] array;
    return 0;
}
