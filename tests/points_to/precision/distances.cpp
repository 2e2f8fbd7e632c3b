// The C++ standard library subtracts pointers to count.
#include <iterator>
#include <string>
#include <vector>

#include "../assertions.h"

union Word {
    std::ptrdiff_t number;
    char *pointer;
};

__attribute__((noinline)) static Word count(char *start, char *end) {
    Word word;
    word.number = std::distance(start, end);
    return word;
}

int main() {
    char text[16];
    assert_no_alias(count(text, text + 3).pointer, text + 3);
    assert_no_alias(count(text, text + unknown(4)).pointer, text);
}
