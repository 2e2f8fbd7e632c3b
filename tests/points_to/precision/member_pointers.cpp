// A call through a pointer to a member function adjusts the object's address by an offset that is stored beside the
// function. Only offsets that the program stores there are possible, so the function gets few addresses in the object.
#include "../assertions.h"

static int first, second;
static int *seen;

struct Buffer {
    int *lines = &first;
    int *marks = &second;
    void upper() { seen = lines; }
    void lower() { seen = marks; }
};

using Edit = void (Buffer::*)();

struct Command {
    Edit redo, undo;
};

__attribute__((noinline)) static void run(Buffer &buffer, const Command &command) {
    (buffer.*command.redo)();
}

// Optimisers store the two numbers of the pair one by one. Other values passed beside them, such as the size of their
// memory, are not offsets.
struct Record {
    int *lines = &first;
    int *spare = nullptr;
    int *marks = &second;
    void upper() { seen = lines; }
    void lower() { seen = marks; }
};

using Change = void (Record::*)();

__attribute__((noinline)) static Change *make() { return new Change(&Record::upper); }

int main() {
    Buffer buffer;
    Command command{&Buffer::upper, &Buffer::upper};
    run(buffer, command);
    assert_may_alias(seen, &first);
    assert_no_alias(seen, &second);

    Record record;
    (record.**make())();
    assert_may_alias(seen, &first);
    assert_no_alias(seen, &second);
}
