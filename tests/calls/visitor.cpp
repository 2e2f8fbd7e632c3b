// Expressions and visitors over them: double dispatch.
#include <cstdio>
#include <memory>

struct Number;
struct Sum;
struct Product;

struct Visitor {
    virtual ~Visitor() = default;
    virtual void visit(const Number &number) = 0;
    virtual void visit_sum(const Sum &sum) = 0;
    virtual void visit_product(const Product &product) = 0;
};

struct Expression {
    virtual ~Expression() = default;
    virtual void accept(Visitor &visitor) const = 0;
};

struct Number : Expression {
    int value;
    explicit Number(int value) : value(value) {}
    void accept(Visitor &visitor) const override {
        visitor.visit(*this); // calls: Evaluator::visit, Printer::visit
    }
};

struct Pair : Expression {
    std::unique_ptr<Expression> left, right;
    Pair(std::unique_ptr<Expression> left, std::unique_ptr<Expression> right)
        : left(std::move(left)), right(std::move(right)) {}
};

struct Sum : Pair {
    using Pair::Pair;
    void accept(Visitor &visitor) const override {
        visitor.visit_sum(*this); // calls: Evaluator::visit_sum, Printer::visit_sum
    }
};

struct Product : Pair {
    using Pair::Pair;
    void accept(Visitor &visitor) const override {
        visitor.visit_product(*this); // calls: Evaluator::visit_product
    }
};

struct Evaluator : Visitor {
    int result = 0;
    int of(const Expression &expression) {
        expression.accept(*this); // calls: Number::accept, Sum::accept, Product::accept
        return result;
    }
    void visit(const Number &number) override { result = number.value; }
    void visit_sum(const Sum &sum) override { result = of(*sum.left) + of(*sum.right); }
    void visit_product(const Product &product) override { result = of(*product.left) * of(*product.right); }
};

struct Printer : Visitor {
    void visit(const Number &number) override { std::printf("%d", number.value); }
    void visit_sum(const Sum &sum) override {
        sum.left->accept(*this); // calls: Number::accept
        std::printf("+");
        sum.right->accept(*this); // calls: Number::accept
    }
    void visit_product(const Product &) override { std::printf("?"); }
};

static std::unique_ptr<Expression> number(int value) { return std::make_unique<Number>(value); }

int main() {
    auto sum = std::make_unique<Sum>(number(1), number(2));
    Printer printer;
    sum->accept(printer);
    std::unique_ptr<Expression> whole = std::make_unique<Product>(std::move(sum), number(3));
    Evaluator evaluator;
    std::printf("\n%d\n", evaluator.of(*whole));
}
