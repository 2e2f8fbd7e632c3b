// Streams with the program's own stream buffers, which the library calls.
#include <iostream>
#include <sstream>
#include <streambuf>
#include <string>

static int written = 0;
static int flushed = 0;

static void count(int) { written++; }
static void note_flush() { flushed++; }
static void never() { written = -1; }

class Counting : public std::streambuf {
public:
    void (*on_write)(int) = count;
    void (*on_flush)() = note_flush;
    void (*on_read)() = never;

protected:
    int overflow(int c) override {
        on_write(c); // calls: count
        return c;
    }
    int sync() override {
        on_flush(); // calls: note_flush
        return 0;
    }
};

class Letters : public std::streambuf {
public:
    explicit Letters(char (*next)()) : next(next) {}

protected:
    int underflow() override {
        letter = next(); // calls: next_letter
        if (letter > 'c') return traits_type::eof();
        setg(&letter, &letter, &letter + 1);
        return letter;
    }

private:
    char (*next)();
    char letter = 0;
};

static char current = 'a';
static char next_letter() { return current++; }

struct Shape {
    virtual ~Shape() = default;
    virtual std::string name() const = 0;
};
struct Circle : Shape {
    std::string name() const override { return "circle"; }
};
struct Square : Shape {
    std::string name() const override { return "square"; }
};

static std::ostream &operator<<(std::ostream &out, const Shape &shape) {
    return out << shape.name(); // calls: Circle::name, Square::name
}

static std::ostream &shout(std::ostream &out) { return out << '!'; }

int main() {
    Counting counting;
    std::ostream out(&counting);
    out << "text" << 3 << std::endl;
    out << shout; // calls later: shout
    Letters letters(next_letter);
    std::istream in(&letters);
    std::string word;
    in >> word;
    std::ostringstream text;
    text << Circle() << ' ' << Square();
    std::cout << text.str() << word << written << flushed << '\n';
}
