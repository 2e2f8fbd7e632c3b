// Programs read objects that are copied as bytes from the text of strings.
#include <cstring>
#include <string>
#include "../assertions.h"

static int a, b;

struct Packet {
    int *where;
    long more[3];
    __attribute__((noinline)) int *get() { return where; }
};

int main() {
    Packet packet = {&a, {1, 2, 3}};
    std::string allocated(sizeof packet, ' ');
    std::memcpy(&allocated[0], &packet, sizeof packet);
    assert_may_alias(reinterpret_cast<Packet *>(&allocated[0])->get(), &a);

    struct Small {
        int *where;
        __attribute__((noinline)) int *get() { return where; }
    } small = {&b};
    std::string inside(sizeof small, ' ');
    std::memcpy(&inside[0], &small, sizeof small);
    assert_may_alias(reinterpret_cast<Small *>(&inside[0])->get(), &b);
}
