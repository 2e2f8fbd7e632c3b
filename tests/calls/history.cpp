// An editor with a history: command classes with a common base, one of which contains commands, another functions.
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Text {
    std::vector<std::string> lines;
};

static void add_mark(std::string &line) { line += '!'; }
static void take_mark(std::string &line) { line.pop_back(); }

struct Command {
    virtual ~Command() = default;
    virtual void apply(Text &text) = 0;
    virtual void revert(Text &text) = 0;
};

struct Append : Command {
    std::string line;
    explicit Append(std::string line) : line(std::move(line)) {}
    void apply(Text &text) override { text.lines.push_back(line); }
    void revert(Text &text) override { text.lines.pop_back(); }
};

struct Change : Command {
    using Edit = void (*)(std::string &);
    size_t at;
    Edit forth, back;
    Change(size_t at, Edit forth, Edit back) : at(at), forth(forth), back(back) {}
    void apply(Text &text) override {
        forth(text.lines[at]); // calls: add_mark
    }
    void revert(Text &text) override {
        back(text.lines[at]); // calls: take_mark
    }
};

struct Custom : Command {
    std::function<void(Text &)> forth, back;
    Custom(std::function<void(Text &)> forth, std::function<void(Text &)> back)
        : forth(std::move(forth)), back(std::move(back)) {}
    void apply(Text &text) override { forth(text); }
    void revert(Text &text) override { back(text); }
};

struct Macro : Command {
    std::vector<std::unique_ptr<Command>> parts;
    void apply(Text &text) override {
        for (auto &part : parts) {
            part->apply(text); // calls: Append::apply, Change::apply, Custom::apply, Macro::apply
        }
    }
    void revert(Text &text) override {
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            (*part)->revert(text); // calls: Append::revert, Change::revert, Custom::revert, Macro::revert
        }
    }
};

class Editor {
public:
    Text text;
    void run(std::unique_ptr<Command> command) {
        command->apply(text); // calls: Append::apply, Change::apply, Custom::apply, Macro::apply
        done.push_back(std::move(command));
    }
    void undo() {
        done.back()->revert(text); // calls: Append::revert, Change::revert, Custom::revert, Macro::revert
        undone.push_back(std::move(done.back()));
        done.pop_back();
    }
    void redo() {
        undone.back()->apply(text); // calls: Append::apply, Change::apply, Custom::apply, Macro::apply
        done.push_back(std::move(undone.back()));
        undone.pop_back();
    }

private:
    std::vector<std::unique_ptr<Command>> done, undone;
};

static std::unique_ptr<Command> change() {
    return std::make_unique<Change>(0, add_mark, take_mark);
}

int main() {
    Editor editor;
    std::vector<std::string> saved;
    auto clear = [&saved](Text &text) { saved.swap(text.lines); };
    auto restore = [&saved](Text &text) { text.lines.swap(saved); };
    auto macro = std::make_unique<Macro>();
    macro->parts.push_back(std::make_unique<Append>("from a macro"));
    macro->parts.push_back(change());
    macro->parts.push_back(std::make_unique<Macro>());
    macro->parts.push_back(std::make_unique<Custom>(clear, restore));
    editor.run(std::make_unique<Append>("hello"));
    editor.run(change());
    editor.run(std::make_unique<Custom>(clear, restore));
    editor.run(std::move(macro));
    for (int i = 0; i < 4; i++) editor.undo();
    for (int i = 0; i < 4; i++) editor.redo();
    std::printf("%zu %zu\n", editor.text.lines.size(), saved.size());
}
