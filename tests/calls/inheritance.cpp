// Multiple and virtual inheritance, the diamond, and thunks.
#include <cstdio>

struct Stream {
    int open = 1;
    virtual ~Stream() = default;
    virtual int descriptor() const { return -1; }
};

struct Reader : virtual Stream {
    virtual int read() { return 1; }
};

struct Writer : virtual Stream {
    virtual int write(int value) { return value; }
};

struct File : Reader, Writer {
    int descriptor() const override { return 3; }
    int write(int value) override { return value + 1; }
};

struct Pipe : Reader, Writer {
    int read() override { return 7; }
};

struct Printable {
    virtual ~Printable() = default;
    virtual void print() const = 0;
};

struct Comparable {
    virtual ~Comparable() = default;
    virtual int compare(int other) const = 0;
};

struct Key : Printable, Comparable {
    int value;
    explicit Key(int value) : value(value) {}
    void print() const override { std::printf("key %d\n", value); }
    int compare(int other) const override { return value - other; }
};

struct Label : Printable {
    void print() const override { std::puts("label"); }
};

static int write_to(Writer *writer) {
    return writer->write(4); // calls: File::write, Writer::write
}

static int read_from(Reader &reader) {
    return reader.read(); // calls: Reader::read, Pipe::read
}

static int descriptor_of(const Stream *stream) {
    return stream->descriptor(); // calls: File::descriptor, Stream::descriptor
}

static int order(const Comparable &left) {
    return left.compare(2); // calls: Key::compare
}

int main() {
    File file;
    Pipe pipe;
    int sum = write_to(&file) + write_to(&pipe);
    sum += read_from(file) + read_from(pipe);
    sum += descriptor_of(&file) + descriptor_of(&pipe);

    Key key(5);
    Label label;
    sum += order(key);
    const Printable *things[] = {&key, &label};
    for (const Printable *thing : things) {
        thing->print(); // calls: Key::print, Label::print
    }
    Stream *stream = &file;
    Writer *writer = dynamic_cast<Writer *>(stream);
    sum += writer->write(1); // calls: File::write
    Comparable *created = new Key(6);
    sum += created->compare(1); // calls: Key::compare
    delete created;             // calls: Key::~Key
    std::printf("%d\n", sum);
}
