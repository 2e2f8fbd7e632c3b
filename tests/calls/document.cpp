// A document of nested nodes, with visitors that print it, count its nodes, and outline it.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Text;
struct Heading;
struct Link;
struct List;

struct Visitor {
    virtual ~Visitor() = default;
    virtual void text(const Text& text) = 0;
    virtual void heading(const Heading& heading) = 0;
    virtual void link(const Link&) {}
    virtual void enter(const List&) {}
    virtual void leave(const List&) {}
};

struct Node {
    virtual ~Node() = default;
    virtual void accept(Visitor& visitor) const = 0;
    virtual std::unique_ptr<Node> clone() const = 0;
};

using Nodes = std::vector<std::unique_ptr<Node>>;

struct Text : Node {
    std::string words;
    explicit Text(std::string words) : words(std::move(words)) {}
    void accept(Visitor& visitor) const override {
        visitor.text(*this);  // calls: Html::text, Statistics::text, Outline::text
    }
    std::unique_ptr<Node> clone() const override { return std::make_unique<Text>(words); }
};

struct Heading : Node {
    int level;
    std::string title;
    Heading(int level, std::string title) : level(level), title(std::move(title)) {}
    void accept(Visitor& visitor) const override {
        visitor.heading(*this);  // calls: Html::heading, Statistics::heading, Outline::heading
    }
    std::unique_ptr<Node> clone() const override { return std::make_unique<Heading>(level, title); }
};

struct Link : Node {
    std::string target;
    explicit Link(std::string target) : target(std::move(target)) {}
    void accept(Visitor& visitor) const override {
        visitor.link(*this);  // calls: Html::link, Visitor::link
    }
    std::unique_ptr<Node> clone() const override { return std::make_unique<Link>(target); }
};

struct List : Node {
    Nodes items;
    void accept(Visitor& visitor) const override {
        visitor.enter(*this);  // calls: Html::enter, Statistics::enter
        for (const auto& item : items) {
            item->accept(visitor);  // calls: Text::accept, Link::accept, List::accept
        }
        visitor.leave(*this);  // calls: Html::leave, Visitor::leave
    }
    std::unique_ptr<Node> clone() const override {
        auto copy = std::make_unique<List>();
        for (const auto& item : items) {
            copy->items.push_back(item->clone());  // calls: Text::clone, Link::clone, List::clone
        }
        return copy;
    }
};

struct Html : Visitor {
    std::string out;
    void text(const Text& text) override { out += text.words; }
    void heading(const Heading& heading) override {
        std::string tag = 'h' + std::to_string(heading.level);
        out += '<' + tag + '>' + heading.title + "</" + tag + '>';
    }
    void link(const Link& link) override { out += "<a href=" + link.target + ">"; }
    void enter(const List&) override { out += "<ul>"; }
    void leave(const List&) override { out += "</ul>"; }
};

struct Statistics : Visitor {
    int words = 0, lists = 0;
    void text(const Text& text) override { words += 1 + std::count(text.words.begin(), text.words.end(), ' '); }
    void heading(const Heading&) override { words++; }
    void enter(const List&) override { lists++; }
};

struct Outline : Visitor {
    std::vector<const Heading*> headings;
    void text(const Text&) override {}
    void heading(const Heading& heading) override { headings.push_back(&heading); }
};

struct Document {
    Nodes front;
    Nodes body;
};

static void walk(const Document& document, Visitor& visitor) {
    for (const auto& node : document.front) {
        node->accept(visitor);  // calls: Heading::accept, Text::accept
    }
    for (const auto& node : document.body) {
        node->accept(visitor);  // calls: Text::accept, List::accept
    }
}

static bool by_level(const Heading* one, const Heading* other) { return one->level < other->level; }

int main() {
    Document document;
    document.front.push_back(std::make_unique<Heading>(2, "About"));
    document.front.push_back(std::make_unique<Heading>(1, "Guide"));
    document.front.push_back(std::make_unique<Text>("An introduction"));
    auto inner = std::make_unique<List>();
    inner->items.push_back(std::make_unique<Text>("nested words"));
    auto list = std::make_unique<List>();
    list->items.push_back(std::make_unique<Link>("index"));
    list->items.push_back(std::move(inner));
    std::unique_ptr<Node> copy = list->clone();  // calls: List::clone
    document.body.push_back(std::move(copy));
    document.body.push_back(std::make_unique<Text>("The end"));

    Html html;
    walk(document, html);
    Statistics statistics;
    walk(document, statistics);
    Outline outline;
    for (const auto& node : document.front) {
        node->accept(outline);  // calls: Heading::accept, Text::accept
    }
    std::sort(outline.headings.begin(), outline.headings.end(), by_level);  // calls: by_level
    std::printf("%s\n%d words, %d lists\n", html.out.c_str(), statistics.words, statistics.lists);
    for (const Heading* heading : outline.headings) std::printf("%d %s\n", heading->level, heading->title.c_str());
    document.front.clear();  // calls: Heading::~Heading, Text::~Text
    document.body.clear();  // calls: Text::~Text, List::~List
}
