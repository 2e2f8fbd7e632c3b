// No object that needs a constructor is in the text of a string.
#include <string>
#include "../assertions.h"

static int a, b;

struct Node {
    int *where;
    long more[2] = {};
    explicit Node(int *to) : where(to) {}
    Node(const Node &other) : where(other.where) {}
    ~Node() { where = nullptr; }
    __attribute__((noinline)) void set(int *to) { where = to; }
};

int main() {
    Node node(&a);
    std::string text("a text that is too long for the buffer in the string");
    void *things[] = {&node, &text[0]};
    static_cast<Node *>(things[unknown(0)])->set(&b);
    assert_may_alias(node.where, &b);
    int *in_text = *reinterpret_cast<int **>(&text[0]);
    assert_no_alias(in_text, &b);
}
