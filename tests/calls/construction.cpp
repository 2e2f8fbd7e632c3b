// Objects during construction and destruction: a virtual call runs the version of the class whose constructor or
// destructor is running.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

struct Listener;
static std::vector<Listener *> listeners;

static void notify(); // Calls all listeners.

struct Listener {
    Listener() { listeners.push_back(this); }
    virtual ~Listener() { listeners.pop_back(); }
    virtual void heard() { std::puts("listener"); }
};

// Notifies the listeners during the construction and destruction of a Phone, including a Phone in a Mobile.
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

// The base class calls functions that the derived class overrides.
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

// An object created where another object was.
struct Slot {
    virtual int number() const { return 0; }
};

struct Full : Slot {
    int number() const override { return 1; }
};

static int number_of(const Slot *slot) {
    return slot->number(); // calls: Slot::number, Full::number
}

// Neither the version in Shape nor the version in Round is called for a Circle.
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

// The constructor throws, which destroys the constructed parts of the object.
struct Guard {
    virtual ~Guard() { release(this); }
    virtual void release() { std::puts("guard"); }
    static void release(Guard *guard) {
        guard->release(); // calls: Guard::release, Worse::release
    }
};

struct Failing : Guard {
    explicit Failing(bool fails) {
        if (fails) {
            throw 1;
        }
    }
    void release() override { std::puts("failing"); }
};

struct Worse : Failing {
    explicit Worse(bool fails) : Failing(fails) {}
    void release() override { std::puts("worse"); }
};

// The address of the object is known during the construction and destruction of its parts, whatever their kind.
struct Device {
    Device();
    virtual ~Device();
    virtual void used() { std::puts("device"); }
};

static Device *device;

static void use() {
    device->used(); // calls: Device::used, Pager::used, Beeper::used, Gadget::used, SmartGadget::used
}

Device::Device() { device = this; }
Device::~Device() { device = nullptr; }

struct Ringer { // Has no size, so it is at offset 0 of a Pager.
    Ringer() { use(); }
    ~Ringer() { use(); }
};

struct Pager : Device, Ringer {
    ~Pager() override { device = this; }
    void used() override { std::puts("pager"); }
};

struct Beeper : Pager {
    Beeper() { use(); }
    void used() override { std::puts("beeper"); }
};

struct Plain {
    virtual ~Plain() {}
    virtual int plain() { return 1; }
};

struct Gadget : Plain, Device { // Device is not at offset 0 of a Gadget.
    Ringer ringer;
    void used() override { std::puts("gadget"); }
};

struct SmartGadget : Gadget {
    SmartGadget() { use(); }
    void used() override { std::puts("smart gadget"); }
};

// A global object is accessible by name during its construction.
struct Application {
    virtual void run() { std::puts("application"); }
};

static Application *application;

static void run() {
    application->run(); // calls: Application::run, Editor::run
}

struct Launcher {
    Launcher() { ::run(); }
};

struct Editor : Application, Launcher {
    void run() override { std::puts("editor"); }
};

static union Storage {
    Storage() {}
    ~Storage() {}
    Editor editor;
} storage;

// A virtual base: during its construction, during the construction of a class that shares it, and afterwards.
struct Node {
    Node();
    virtual void visit() { std::puts("node"); }
};

static Node *node;

static void visit() {
    node->visit(); // calls: Node::visit, Left::visit, Right::visit, Diamond::visit
}

Node::Node() {
    node = this;
    ::visit();
}

struct Left : virtual Node {
    Left() { ::visit(); }
    void visit() override { std::puts("left"); }
};

struct Right : virtual Node {
    Right() { ::visit(); }
    void visit() override { std::puts("right"); }
};

struct Diamond : Left, Right {
    Diamond() { ::visit(); }
    void visit() override { std::puts("diamond"); }
};

// Another thread calls the object while a constructor waits for it, in one of three ways.
template <int way> struct Worker {
    static inline std::atomic<Worker *> ready{nullptr};
    static inline std::atomic<int> done{0};
    static inline std::thread helper;
    Worker() {
        ready.store(this, std::memory_order_release);
        int expected = 1;
        if (way == 0) {
            while (done.load(std::memory_order_acquire) == 0) {}
        } else if (way == 1) {
            while (!done.compare_exchange_weak(expected, 2)) { expected = 1; }
        } else {
            helper.join();
        }
    }
    virtual void work() { std::puts("worker"); }
};

template <int way> struct Builder : Worker<way> {
    void work() override { std::puts("builder"); }
};

template <int way> static void help() {
    Worker<way> *worker = nullptr;
    while (worker == nullptr) {
        worker = Worker<way>::ready.load(std::memory_order_acquire);
    }
    worker->work(); // calls: Worker::work, Builder::work
    Worker<way>::done.store(1, std::memory_order_release);
}

template <int way> static void build() {
    Worker<way>::helper = std::thread(help<way>);
    Builder<way> builder;
    if (way != 2) {
        Worker<way>::helper.join();
    }
    Worker<way>::ready.store(&builder, std::memory_order_release);
    help<way>();
}

// Functions that the library calls: a comparator, and the destructor of an exception.
template <int way> struct Account {
    static inline Account *current;
    Account() { current = this; }
    virtual int balance() { return way; }
    static int ask() {
        return current->balance(); // calls: Account::balance, Savings::balance
    }
};

struct Error {
    ~Error() { Account<1>::ask(); }
};

static int compare(const void *, const void *) { return Account<0>::ask(); }

template <int way> struct Audit {
    Audit() {
        if (way == 0) {
            int numbers[] = {2, 1};
            std::qsort(numbers, 2, sizeof *numbers, compare);
        } else {
            try {
                throw Error();
            } catch (const Error &) {
            }
        }
    }
};

template <int way> struct Savings : Account<way>, Audit<way> {
    int balance() override { return 0; }
};

// Many objects of a class, some of them created during the construction of another one.
struct Plant {
    virtual int leaves() { return 0; }
};

struct Tree : Plant {
    explicit Tree(int depth) : child(depth > 0 ? new Tree(depth - 1) : nullptr) {}
    int leaves() override {
        return child == nullptr ? 1 : 1 + child->leaves(); // calls: Tree::leaves
    }
    Plant *child;
};

struct Grass : Plant {
    int leaves() override { return 1; }
};

static int leaves_of(Plant *plant) {
    return plant->leaves(); // calls: Tree::leaves, Grass::leaves
}

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
        Worse worse(argc > 0);
    } catch (int) {
        sum++;
    }
    Worse worse(argc > 9);
    Guard::release(&worse);
    { Beeper beeper; }
    { SmartGadget gadget; }
    application = &storage.editor;
    new (&storage.editor) Editor;
    ::run();
    { Diamond diamond; }
    build<0>();
    build<1>();
    build<2>();
    Savings<0> first;
    Savings<1> second;
    sum += Account<0>::ask() + Account<1>::ask();
    Grass *meadow = new Grass[argc + 1];
    for (int i = 0; i <= argc; i++) {
        sum += leaves_of(meadow + i);
    }
    Tree tree(argc);
    sum += leaves_of(&tree);
    std::printf("%d\n", sum);
}
