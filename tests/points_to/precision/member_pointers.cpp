// A call through a pointer to a member function moves the object's address by a distance that lies beside the function.
// It is one that the program has put there, so that the function does not get a pointer to anywhere in the object.
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

// Optimisers store the two numbers of the pair one by one. What is passed beside them, such as the size of the memory
// for them, is no distance.
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
