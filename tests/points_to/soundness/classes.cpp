// Objects of a class may be in memory of other types.
#include <any>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <variant>
#include <vector>
#include "../assertions.h"

static int a, b;

struct Box {
    int *where;
    explicit Box(int *where) : where(where) {}
    __attribute__((noinline)) int *get() { return where; }
};

// Memory for any object: bytes, also as a member; numbers; a union.
struct Buffer {
    long size = 0;
    alignas(8) unsigned char bytes[16];
};
union Either {
    Either() : number(0) {}
    long number;
    Box box;
};

// Bases at other offsets, empty bases, and virtual bases.
struct Empty {
    __attribute__((noinline)) int *get(int *place) { return place; }
};
struct Numbered {
    virtual ~Numbered() {}
    long number = 0;
};
struct Derived : Numbered, Empty, Box {
    Derived() : Box(&a) {}
};
struct Virtual : virtual Box, Numbered {
    Virtual() : Box(&a) {}
};
struct Most : Numbered, Virtual {
    Most() : Box(&b) {}
};

// A member that begins in the padding at the end of the base.
struct Padded {
    virtual ~Padded() {}
    int number = 1;
};
struct InPadding {
    int value = 2;
    __attribute__((noinline)) int *address() { return &value; }
};
struct Filled : Padded {
    InPadding inside;
};

// Members and elements.
struct Pair {
    Box boxes[2]{Box(&a), Box(&b)};
};

// A class with one member of the same size: optimizations use one variable for both.
struct Large {
    int *where;
    long more[4] = {1, 2, 3, 4};
    explicit Large(int *where) : where(where) {}
    __attribute__((noinline)) int *get() const { return where; }
};
struct Wrapper {
    Large only;
    __attribute__((noinline)) int *get() const { return only.get(); }
    __attribute__((noinline)) Large take() const { return only; }
};
__attribute__((noinline)) static Wrapper wrap(int *place) { return Wrapper{Large(place)}; }
__attribute__((noinline)) static int *get_copy(Large copy) { return copy.get(); }

// An unnamed class with a name from a typedef, and a local one.
typedef struct {
    int *where;
    int *get() { return where; }
} Named;

template <class T> struct Generic {
    T value;
    __attribute__((noinline)) T get() { return value; }
};

// Names that end with digits.
struct Vector3 {
    int *where;
    __attribute__((noinline)) int *get() { return where; }
};

// The type of a global variable may have no name.
struct Registry {
    int *first = nullptr, *last = nullptr;
    constexpr Registry() {}
    __attribute__((noinline)) void add(int *place) { last = place; }
    __attribute__((noinline)) int *get() { return last; }
};
static Registry registry;
static Registry registries[2];

// It ends with an array that is not there.
struct Header {
    int *where;
    long data[1];
    __attribute__((noinline)) int *get() { return where; }
};

int main() {
    Buffer buffer;
    assert_may_alias((new (buffer.bytes) Box(&a))->get(), &a);
    alignas(8) char bytes[8];
    assert_may_alias((new (bytes) Box(&a))->get(), &a);
    long numbers[2];
    assert_may_alias((new (&numbers[1]) Box(&b))->get(), &b);
    Either either;
    assert_may_alias((new (&either.box) Box(&a))->get(), &a);

    Derived derived;
    Most most;
    Virtual &part = most;
    Filled filled;
    assert_may_alias(derived.Box::get(), &a);
    assert_may_alias(derived.Empty::get(&b), &b);
    assert_may_alias(part.get(), &b);
    assert_may_alias(filled.inside.address(), &filled.inside.value);

    Pair pair;
    Box boxes[3] = {Box(&a), Box(&b), Box(&a)};
    assert_may_alias(pair.boxes[unknown(1)].get(), &b);
    assert_may_alias(boxes[unknown(1)].get(), &b);

    Wrapper wrapper = wrap(&a);
    Large taken = wrapper.take();
    Large copied = wrap(&b).only;
    assert_may_alias(wrapper.get(), &a);
    assert_may_alias(taken.get(), &a);
    assert_may_alias(copied.get(), &b);
    assert_may_alias(get_copy(wrap(&b).only), &b);

    registry.add(&a);
    registries[unknown(1)].add(&b);
    assert_may_alias(registry.get(), &a);
    assert_may_alias(registries[1].get(), &b);

    Named named{&a};
    Vector3 three{&b};
    assert_may_alias(three.get(), &b);
    struct Local {
        int *where = &b;
        __attribute__((noinline)) int *get() { return where; }
    } local;
    Generic<int *> generic{&a};
    assert_may_alias(named.get(), &a);
    assert_may_alias(local.get(), &b);
    assert_may_alias(generic.get(), &a);

    std::optional<Box> optional(&a);
    std::variant<long, Box> variant(std::in_place_index<1>, &b);
    std::any any = Box(&a);
    std::function<int *()> function = [box = Box(&b)]() mutable { return box.get(); };
    std::function<int *()> large = [taken]() { return taken.get(); };
    std::vector<Box> vector(2, Box(&a));
    assert_may_alias(optional->get(), &a);
    assert_may_alias(std::get<Box>(variant).get(), &b);
    assert_may_alias(std::any_cast<Box &>(any).get(), &a);
    assert_may_alias(function(), &b);
    assert_may_alias(large(), &a);
    assert_may_alias(vector[unknown(1)].get(), &a);
    assert_may_alias(std::make_unique<Derived>()->Box::get(), &a);

    auto *header = static_cast<Header *>(std::malloc(sizeof(int *)));
    header->where = &b;
    assert_may_alias(header->get(), &b);
    std::free(header);
}
