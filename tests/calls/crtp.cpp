// Static and dynamic polymorphism together: CRTP, mixins, hand-written type erasure.
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

struct Node {
    virtual ~Node() = default;
    virtual std::unique_ptr<Node> clone() const = 0;
    virtual int value() const = 0;
};

template <class Derived> struct Cloneable : Node {
    std::unique_ptr<Node> clone() const override {
        return std::make_unique<Derived>(static_cast<const Derived &>(*this));
    }
};

struct Leaf : Cloneable<Leaf> {
    int number;
    explicit Leaf(int number) : number(number) {}
    int value() const override { return number; }
};

struct Negation : Cloneable<Negation> {
    std::shared_ptr<Node> inner;
    explicit Negation(std::shared_ptr<Node> inner) : inner(std::move(inner)) {}
    int value() const override {
        return -inner->value(); // calls: Leaf::value
    }
};

template <class Derived> struct Counter {
    int count() { return static_cast<Derived *>(this)->step() + 1; }
};

struct ByTwo : Counter<ByTwo> {
    int step() { return 2; }
};

class Drawable {
public:
    template <class T> explicit Drawable(T object) : self(std::make_unique<Model<T>>(std::move(object))) {}
    int draw(int depth) const {
        return self->draw(depth); // calls: Drawable::Model::draw
    }

private:
    struct Concept {
        virtual ~Concept() = default;
        virtual int draw(int depth) const = 0;
    };
    template <class T> struct Model final : Concept {
        T object;
        explicit Model(T object) : object(std::move(object)) {}
        int draw(int depth) const override { return object.draw_at(depth); }
    };
    std::unique_ptr<Concept> self;
};

struct Dot {
    int draw_at(int depth) const { return depth; }
};

struct Line {
    int length;
    int draw_at(int depth) const { return depth * length; }
};

int main() {
    Leaf leaf(4);
    const Node &node = leaf;
    std::unique_ptr<Node> copy = node.clone(); // calls: Cloneable::clone
    int sum = copy->value();                   // calls: Leaf::value
    Negation negation(std::move(copy));
    const Node *nodes[] = {&leaf, &negation};
    for (const Node *it : nodes) {
        sum += it->value(); // calls: Leaf::value, Negation::value
    }
    ByTwo counter;
    sum += counter.count();
    std::vector<Drawable> drawing;
    drawing.emplace_back(Dot());
    drawing.emplace_back(Line{3});
    for (const Drawable &it : drawing) {
        sum += it.draw(2);
    }
    std::printf("%d\n", sum);
}
