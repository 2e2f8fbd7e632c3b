// Events as std::variant, optional callbacks and std::any.
#include <any>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

struct KeyPressed {
    int key;
};
struct Clicked {
    int x, y;
};
struct Quit {};

using Event = std::variant<KeyPressed, Clicked, Quit>;

struct Handler {
    int handled = 0;
    void operator()(const KeyPressed &event) { handled += event.key; }
    void operator()(const Clicked &event) { handled += event.x * event.y; }
    void operator()(const Quit &) { handled += 1000; }
};

template <class... Functions> struct Overloaded : Functions... {
    using Functions::operator()...;
};
template <class... Functions> Overloaded(Functions...) -> Overloaded<Functions...>;

struct Widget {
    std::optional<std::function<void(int)>> on_click;
    void click(int x) {
        if (on_click) (*on_click)(x); // calls: clicked
    }
};

struct Animal {
    virtual ~Animal() = default;
    virtual int legs() const = 0;
};
struct Bird : Animal {
    int legs() const override { return 2; }
};
struct Dog : Animal {
    int legs() const override { return 4; }
};

int main() {
    std::vector<Event> events{KeyPressed{4}, Clicked{2, 3}, Quit{}};
    Handler handler;
    for (const Event &event : events) {
        std::visit(handler, event); // calls: Handler::operator()
    }
    int quits = 0;
    for (const Event &event : events) {
        std::visit(Overloaded{ // calls: on_quit, on_other
                       [&](const Quit &) { quits++; }, // named: on_quit
                       [&](const auto &) { quits += 10; }, // named: on_other
                   },
                   event);
    }
    Widget widget;
    widget.click(1);
    widget.on_click = [&](int x) { quits += x; }; // named: clicked
    widget.click(2);

    std::variant<Bird, Dog> pet = Dog();
    std::visit([](const Animal &animal) {
        std::printf("%d legs\n", animal.legs()); // calls: Dog::legs
    }, pet);
    std::any any = std::function<int(int)>([](int x) { return x + 1; }); // named: increment
    auto &function = std::any_cast<std::function<int(int)> &>(any);
    quits += function(3); // calls: increment
    std::printf("%d %d\n", handler.handled, quits);
}
