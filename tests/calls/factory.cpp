// Widgets in two styles, created by abstract factories.
#include <cstdio>
#include <map>
#include <memory>
#include <string>

struct Button {
    virtual ~Button() = default;
    virtual void paint() = 0;
    virtual int press(int times) { return times; }
};

struct Menu {
    virtual ~Menu() = default;
    virtual void open() = 0;
};

struct FlatButton : Button {
    void paint() override { std::puts("flat button"); }
};

struct RoundButton : Button {
    void paint() override { std::puts("round button"); }
    int press(int times) override { return times * 2; }
};

struct FlatMenu : Menu {
    void open() override { std::puts("flat menu"); }
};

struct RoundMenu : Menu {
    void open() override { std::puts("round menu"); }
};

struct Factory {
    virtual ~Factory() = default;
    virtual std::unique_ptr<Button> button() const = 0;
    virtual std::unique_ptr<Menu> menu() const = 0;
};

struct FlatFactory : Factory {
    std::unique_ptr<Button> button() const override { return std::make_unique<FlatButton>(); }
    std::unique_ptr<Menu> menu() const override { return std::make_unique<FlatMenu>(); }
};

struct RoundFactory : Factory {
    std::unique_ptr<Button> button() const override { return std::make_unique<RoundButton>(); }
    std::unique_ptr<Menu> menu() const override { return std::make_unique<RoundMenu>(); }
};

static void show(const Factory &factory) {
    auto button = factory.button(); // calls: FlatFactory::button, RoundFactory::button
    auto menu = factory.menu();     // calls: FlatFactory::menu, RoundFactory::menu
    button->paint();                // calls: FlatButton::paint, RoundButton::paint
    menu->open();                   // calls: FlatMenu::open, RoundMenu::open
}

static std::unique_ptr<Factory> make(const std::string &look) {
    if (look == "flat") return std::make_unique<FlatFactory>();
    return std::make_unique<RoundFactory>();
}

using Maker = Button *(*)();

static Button *new_flat() { return new FlatButton; }
static Button *new_round() { return new RoundButton; }

int main() {
    for (const char *look : {"flat", "round"}) {
        std::unique_ptr<Factory> factory = make(look);
        show(*factory);
    }

    RoundFactory round;
    Factory *factory = &round;
    auto menu = factory->menu(); // calls: RoundFactory::menu
    menu->open();                // calls: RoundMenu::open

    std::map<std::string, Maker> makers{{"flat", new_flat}, {"round", new_round}};
    for (const auto &[name, maker] : makers) {
        Button *button = maker();  // calls: new_flat, new_round
        int n = button->press(2);  // calls: Button::press, RoundButton::press
        std::printf("%s %d\n", name.c_str(), n);
        delete button; // calls: FlatButton::~FlatButton, RoundButton::~RoundButton
    }
}
