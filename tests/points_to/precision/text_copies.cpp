// Copies of text do not copy pointers, even if the text seems to be in memory that holds some.
#include <cstring>
#include <string>
#include <variant>
#include "../assertions.h"

static int a;

struct Node {
    int *where = &a;
    long more[3] = {1, 2, 3};
};

using Cell = std::variant<std::string, Node *>;

__attribute__((noinline)) static void set(Cell &cell, const std::string &text) { cell = text; }

__attribute__((noinline)) static void move(Cell &to, Cell &from) { to = std::move(from); }

int main() {
    Node node;
    Cell one = &node, two;
    set(one, "a text that needs memory of its own");
    set(two, "another text that needs memory of its own");
    move(two, one);
    one = &node;
    int *read;
    std::string copy = std::get<std::string>(two);
    std::memcpy(&read, copy.data(), sizeof read);
    assert_no_alias(read, &a);
    assert_may_alias(std::get<Node *>(one)->where, &a);

    // Pointers into the text of a string stay in this text.
    struct {
        int *before = &a;
        std::string text = "short";
        int *after = &a;
    } record;
    record.text += " and long enough to need other memory";
    const char *found = std::strchr(record.text.c_str(), 'l');
    const char *data = record.text.append("!").data();
    assert_no_alias(found, &record.after);
    assert_no_alias(data, &record.before);
    assert_may_alias(data, record.text.c_str());
}
