// Text in a buffer of its own object, as `std::string` stores short ones: writes to the text do not reach the pointers
// before it, nor, in a variable, those after it.
#include <stdlib.h>
#include <string.h>
#include "../assertions.h"

typedef int *function(void);

struct session {
    function *answer;
    char *text;
    size_t length;
    char buffer[16];
    int *owner;
};

static int a, b, c, d;
static int *get_a(void) { return &a; }
static int *get_b(void) { return &b; }

__attribute__((noinline)) static void start(struct session *session, function *answer, int *owner) {
    session->answer = answer;
    session->text = session->buffer;
    session->length = unknown(2);
    session->owner = owner;
    memset(session->buffer, 0, sizeof session->buffer);
}

__attribute__((noinline)) static void append(struct session *to, struct session *from) {
    memcpy(to->text + to->length, from->text + unknown(1), unknown(3));
    to->length += 3;
    char *end = to->text;
    while (*end == 0 && end < to->text + to->length) end++;
    memmove(end, from->text, unknown(2));
    memcpy(to->text, from->text, from->length);
}

__attribute__((noinline)) static void append_to_variable(struct session *to, struct session *from) {
    memcpy(to->text + to->length, from->text + unknown(1), unknown(3));
}

static struct session first, second;

int main(void) {
    struct session *one = malloc(sizeof *one), *other = malloc(sizeof *other);
    start(one, get_a, &c);
    start(other, get_b, &d);
    append(one, other);
    append(other, one);
    assert_may_alias(one->answer(), &a);
    assert_no_alias(one->answer(), &b);
    assert_no_alias(one->answer(), &c);
    assert_no_alias(one->text, (char *)&d);
    assert_no_alias(other->answer(), &a);
    assert_may_alias(one->text, one->buffer);
    assert_no_alias(one->text, other->buffer);

    start(&first, get_a, &c);
    start(&second, get_b, &d);
    append_to_variable(&first, &second);
    append_to_variable(&second, &first);
    assert_no_alias(first.answer(), &b);
    assert_no_alias(first.owner, &d);
    assert_may_alias(first.owner, &c);
    assert_no_alias(first.text, second.buffer);
    free(one), free(other);
    return 0;
}
