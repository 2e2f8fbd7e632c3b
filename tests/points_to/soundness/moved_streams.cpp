// Pointers of the program in streams of the standard library: the tied stream, also of a moved stream, and words.
#include <fstream>
#include <sstream>
#include <utility>
#include "../assertions.h"

static int a, b;

struct Owner {
    int *before = &a;
    std::istringstream in;
    int *after = &b;
};

int main() {
    std::ostringstream out, other;
    std::istringstream text("1 2");
    text.tie(&out);
    Owner owner;
    owner.in = std::move(text);
    assert_may_alias(owner.in.tie(), static_cast<std::ostream *>(&out));
    assert_may_alias(owner.before, &a);
    assert_may_alias(owner.after, &b);

    std::stringstream first, second;
    first.tie(&other);
    first.swap(second);
    assert_may_alias(second.tie(), static_cast<std::ostream *>(&other));
    std::ifstream closed, file;
    closed.tie(&out);
    file = std::move(closed);
    assert_may_alias(file.tie(), static_cast<std::ostream *>(&out));

    int index = std::ios_base::xalloc();
    out.pword(index) = &a;
    assert_may_alias(out.pword(index), &a);
    // More words than there is room for in the stream.
    out.pword(index + 40) = &b;
    assert_may_alias(out.pword(index + 40), &b);
}
