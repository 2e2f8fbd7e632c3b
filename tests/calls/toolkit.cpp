// A miniature window toolkit: widgets, focus handling, signals and slots, undo.
#include <cctype>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

template <class... Args>
class Signal {
public:
    void connect(std::function<void(Args...)> slot) { slots_.push_back(std::move(slot)); }
    void emit(Args... args) const {
        for (const auto& slot : slots_) slot(args...);  // calls: Session::submit, greet, Session::rename, mirror
    }
private:
    std::list<std::function<void(Args...)>> slots_;
};

class Canvas {
public:
    virtual ~Canvas() = default;
    virtual void text(const std::string& s) = 0;
    virtual void box(int w, int h) = 0;
    virtual void flush() {}
};

class TextCanvas : public Canvas {
public:
    void text(const std::string& s) override { line_ += s + " "; }
    void box(int w, int h) override { line_ += "[" + std::to_string(w) + "x" + std::to_string(h) + "] "; }
    void flush() override { std::printf("%s\n", line_.c_str()); line_.clear(); }
private:
    std::string line_;
};

class InkMeter : public Canvas {
public:
    void text(const std::string& s) override { ink += int(s.size()); }
    void box(int w, int h) override { ink += 2 * (w + h); }
    int ink = 0;
};

// Everything that can be addressed by a screen reader.
class Node {
public:
    explicit Node(std::string id = "") : id_(std::move(id)) {}
    virtual ~Node() = default;
    virtual std::string role() const { return "none"; }
    const std::string& id() const { return id_; }
private:
    std::string id_;
};

class Widget : public virtual Node {
public:
    virtual void draw(Canvas& canvas) const = 0;
};

class Focusable : public virtual Node {
public:
    virtual bool key(char c) = 0;
    virtual void focus(bool on) { focused_ = on; }
protected:
    bool focused_ = false;
};

class ThemeListener {
public:
    virtual ~ThemeListener() = default;
    virtual void themeChanged(int scale) = 0;
};

class Label : public Widget, public ThemeListener {
public:
    explicit Label(std::string text) : Node("label"), text_(std::move(text)) {}
    void draw(Canvas& canvas) const override { canvas.text(text_ + std::string(pad_, '.')); }  // calls: TextCanvas::text, InkMeter::text
    std::string role() const override { return "text"; }
    void themeChanged(int scale) override { pad_ = scale; }
    void setText(const std::string& t) { text_ = t; }
private:
    std::string text_;
    int pad_ = 0;
};

class Image : public Widget, public ThemeListener {
public:
    Image(int w, int h) : Node("image"), w_(w), h_(h) {}
    void draw(Canvas& canvas) const override { canvas.box(w_, h_); }  // calls: InkMeter::box
    void themeChanged(int scale) override { w_ *= scale; h_ *= scale; }
private:
    int w_, h_;
};

class Command {
public:
    virtual ~Command() = default;
    virtual void undo() = 0;
};

class TextField : public Widget, public Focusable {
public:
    explicit TextField(std::string id) : Node(std::move(id)) {}
    void draw(Canvas& canvas) const override { canvas.text((focused_ ? "|" : "_") + value_); }  // calls: TextCanvas::text
    std::string role() const override { return "textbox"; }
    bool key(char c) override {
        if (auto it = keymap_.find(c); it != keymap_.end()) {
            (this->*it->second)();  // calls: TextField::clear, TextField::upper
            return true;
        }
        if (!accept(c)) return false;  // calls: digitsOnly, noBlanks
        value_ += c;
        changed.emit(value_);
        return true;
    }
    void clear();
    void upper();
    void set(std::string v) { value_ = std::move(v); }
    const std::string& value() const { return value_; }
    Signal<const std::string&> changed;
    std::function<bool(char)> accept;
    std::deque<std::unique_ptr<Command>> history;
private:
    static const std::map<char, void (TextField::*)()> keymap_;
    std::string value_;
};

const std::map<char, void (TextField::*)()> TextField::keymap_{{'\b', &TextField::clear}, {'^', &TextField::upper}};

class Restore : public Command {
public:
    explicit Restore(TextField& f) : field_(f), old_(f.value()) {}
    void undo() override { field_.set(old_); }
private:
    TextField& field_;
    std::string old_;
};

class Lower : public Command {
public:
    explicit Lower(TextField& f) : field_(f) {}
    void undo() override {
        std::string v = field_.value();
        for (char& c : v) c = char(std::tolower(c));
        field_.set(v);
    }
private:
    TextField& field_;
};

void TextField::clear() {
    history.push_back(std::make_unique<Restore>(*this));
    value_.clear();
}
void TextField::upper() {
    history.push_back(std::make_unique<Lower>(*this));
    for (char& c : value_) c = char(std::toupper(c));
}

class Button : public Widget, public Focusable {
public:
    explicit Button(std::string id) : Node(std::move(id)) {}
    void draw(Canvas& canvas) const override { canvas.text("<" + id() + ">"); canvas.box(1, 1); }  // calls: TextCanvas::text, TextCanvas::box
    std::string role() const override { return "button"; }
    bool key(char c) override { if (c == '\n') clicked.emit(); return c == '\n'; }
    void focus(bool on) override { Focusable::focus(on); std::printf("%s %s\n", id().c_str(), on ? "armed" : "idle"); }
    Signal<> clicked;
};

class Window {
public:
    template <class W, class... A>
    std::shared_ptr<W> add(A&&... args) {
        auto w = std::make_shared<W>(std::forward<A>(args)...);
        children.push_back(w);
        return w;
    }
    std::vector<std::shared_ptr<Widget>> children;
};

class Session {
public:
    void submit() { std::printf("user %s submitted\n", name_.c_str()); }
    void rename(const std::string& n) { name_ = n; }
private:
    std::string name_;
};

int main() {
    Session session;
    Window login, about;
    auto user = login.add<TextField>("user");
    auto pin = login.add<TextField>("pin");
    auto ok = login.add<Button>("ok");
    auto title = about.add<Label>("Toolkit 1.0");
    auto logo = about.add<Image>(4, 3);
    user->accept = [](char c) { return std::isspace(c) == 0; };  // named: noBlanks
    pin->accept = [](char c) { return std::isdigit(c) != 0; };  // named: digitsOnly
    user->changed.connect(std::bind(&Session::rename, &session, std::placeholders::_1));
    user->changed.connect([title](const std::string& v) { title->setText("Hi " + v); });  // named: mirror
    ok->clicked.connect([&session] { session.submit(); });  // named: greet
    ok->clicked.connect(std::bind(&Session::submit, &session));

    std::vector<Focusable*> ring{user.get(), ok.get()};
    for (Focusable* f : ring) {
        f->focus(true);  // calls: Focusable::focus, Button::focus
        for (char c : std::string("a b^\n")) f->key(c);  // calls: TextField::key, Button::key
    }
    Focusable* last = pin.get();
    for (char c : std::string("x12\b")) last->key(c);  // calls: TextField::key
    for (auto& field : {user, pin}) {
        if (field->history.empty()) continue;
        field->history.back()->undo();  // calls: Lower::undo, Restore::undo
        field->history.pop_back();
    }

    std::vector<std::weak_ptr<ThemeListener>> theme{title, logo};
    for (const auto& weak : theme) {
        if (auto listener = weak.lock()) {
            listener->themeChanged(2);  // calls: Label::themeChanged, Image::themeChanged
        }
    }
    TextCanvas screen;
    InkMeter meter;
    title->draw(screen);  // calls: Label::draw
    for (const auto& w : login.children) w->draw(screen);  // calls: TextField::draw, Button::draw
    for (const auto& w : about.children) w->draw(meter);  // calls: Label::draw, Image::draw
    for (Canvas* c : {static_cast<Canvas*>(&screen), static_cast<Canvas*>(&meter)}) c->flush();  // calls: TextCanvas::flush, Canvas::flush
    std::vector<const Node*> tree{title.get(), logo.get(), user.get()};
    for (const Node* n : tree) std::printf("%s=%s ", n->id().c_str(), n->role().c_str());  // calls: Label::role, Node::role, TextField::role
    std::printf("ink %d user %s pin %s\n", meter.ink, user->value().c_str(), pin->value().c_str());
    return 0;
}
