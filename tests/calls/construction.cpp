// Objects while they are made and while they are destroyed: a virtual call is of the version of the class whose
// constructor or destructor runs.
#include <cstdio>
#include <vector>

struct Listener;
static std::vector<Listener *> listeners;

static void notify(); // Calls all listeners.

struct Listener {
    Listener() { listeners.push_back(this); }
    virtual ~Listener() { listeners.pop_back(); }
    virtual void heard() { std::puts("listener"); }
};

// Tells the listeners while a Phone is made and while it is destroyed, also where it is a part of a Mobile.
struct Bell {
    Bell() { notify(); }
    ~Bell() { notify(); }
};

struct Phone : Listener {
    Bell bell;
    void heard() override { std::puts("phone"); }
};

struct Mobile : Phone {
    void heard() override { std::puts("mobile"); }
};

static void notify() {
    for (Listener *listener : listeners) {
        listener->heard(); // calls: Phone::heard
    }
}

// The base class calls what the derived class overrides.
struct Document {
    Document() {
        title(); // calls: Document::title
        show(this);
    }
    virtual ~Document() { close(); }
    virtual const char *title() const { return "document"; }
    static void show(const Document *document) {
        std::puts(document->title()); // calls: Document::title, Report::title
    }
    void close() {
        std::puts(title()); // calls: Document::title
    }
};

struct Report : Document {
    Report() { show(this); }
    const char *title() const override { return "report"; }
};

// Made where another object was.
struct Slot {
    virtual int number() const { return 0; }
};

struct Full : Slot {
    int number() const override { return 1; }
};

static int number_of(const Slot *slot) {
    return slot->number(); // calls: Slot::number, Full::number
}

// Neither the version of Shape nor that of Round is called for a Circle.
struct Shape {
    Shape() : sides(0) {}
    virtual ~Shape() {}
    virtual int area() const { return 0; }
    int sides;
};

struct Round : Shape {
    explicit Round(int radius) : radius(radius) {}
    int area() const override { return 3 * radius; }
    int radius;
};

struct Circle : Round {
    explicit Circle(int radius) : Round(radius), points(radius) {}
    int area() const override { return 3 * radius * radius; }
    std::vector<int> points;
};

static int area_of(const Shape &shape) {
    return shape.area(); // calls: Circle::area
}

// The constructor throws: what has been made of the object is destroyed.
struct Guard {
    virtual ~Guard() {
        release(); // calls: Guard::release
    }
    virtual void release() { std::puts("guard"); }
};

struct Failing : Guard {
    explicit Failing(bool fails) {
        if (fails) {
            throw 1;
        }
    }
    void release() override { std::puts("failing"); }
};

int main(int argc, char **) {
    {
        Phone phone;
        Mobile mobile;
    }
    { Report report; }
    alignas(Full) unsigned char memory[sizeof(Full)];
    Slot *slot = new (memory) Slot;
    int sum = number_of(slot);
    slot = new (memory) Full;
    sum += number_of(slot);
    sum += area_of(Circle(argc));
    try {
        Failing failing(argc > 0);
    } catch (int) {
        sum++;
    }
    Guard *guard = new Failing(argc > 9);
    guard->release(); // calls: Failing::release
    delete guard;     // calls: Failing::~Failing
    std::printf("%d\n", sum);
}
