// Expression trees: clones with covariant results, casts from one base to another, bound functions, and sets ordered by
// a function.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <vector>

struct Named {
    virtual ~Named() = default;
    virtual const char *name() const = 0;
};

struct Node {
    virtual ~Node() = default;
    virtual int value() const = 0;
    virtual Node *clone() const = 0;
};

struct Number final : Node {
    explicit Number(int number) : number(number) {}
    int value() const override { return number; }
    Number *clone() const override { return new Number(number); }
    int number;
};

struct Variable : Node, Named {
    explicit Variable(const char *text) : text(text) {}
    int value() const override { return 7; }
    Variable *clone() const override { return new Variable(text); }
    const char *name() const override { return text; }
    const char *text;
};

struct Sum : Node {
    void add(std::unique_ptr<Node> node) { parts.push_back(std::move(node)); }
    int value() const override {
        int sum = 0;
        for (const auto &part : parts) {
            sum += part->value(); // calls: Number::value, Variable::value
        }
        return sum;
    }
    Sum *clone() const override {
        auto copy = std::make_unique<Sum>();
        for (const auto &part : parts) {
            Node *fresh = part->clone(); // calls: Number::clone, Variable::clone
            copy->add(std::unique_ptr<Node>(fresh));
        }
        return copy.release();
    }
    std::list<std::unique_ptr<Node>> parts;
};

static int count_names(const Sum &sum) {
    int count = 0;
    for (const auto &part : sum.parts) {
        if (auto *named = dynamic_cast<const Named *>(part.get())) {
            count += named->name()[0] == 'x'; // calls: Variable::name
        }
    }
    return count;
}

static int scaled(int factor, int value) { return factor * value; }
static int shifted(int by, int value) { return by + value; }
static bool descending(int left, int right) { return left > right; }
static int squared(int x) { return x * x; }

static int run(std::deque<std::function<int(int)>> &steps, int start) {
    while (!steps.empty()) {
        start = steps.front()(start); // calls: scaled, shifted
        steps.pop_front();
    }
    return start;
}

int main() {
    Sum sum;
    sum.add(std::make_unique<Number>(3));
    sum.add(std::make_unique<Variable>("x"));
    std::unique_ptr<Sum> copy(sum.clone());
    const Node &whole = *copy;
    int total = whole.value(); // calls: Sum::value
    total += count_names(*copy);

    std::deque<std::function<int(int)>> steps;
    steps.push_back(std::bind(scaled, 2, std::placeholders::_1));
    steps.push_back(std::bind(shifted, 5, std::placeholders::_1));
    total += run(steps, 4);

    std::set<int, bool (*)(int, int)> ordered(descending);
    ordered.insert(4);
    ordered.insert(9); // calls: descending
    std::vector<int> squares(ordered.begin(), ordered.end());
    std::transform(squares.begin(), squares.end(), squares.begin(), squared); // calls: squared
    std::optional<std::function<int(int)>> last;
    last.emplace(squared);
    total += (*last)(squares[0]); // calls: squared
    std::printf("%d\n", total);
}
