// A calculator whose operations are std::function, lambdas with captures, functors and tables of functions.
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

static double add(double a, double b) { return a + b; }
static double subtract(double a, double b) { return a - b; }
static double half(double a) { return a / 2; }
static double square(double a) { return a * a; }

struct Power {
    int exponent;
    double operator()(double a, double) const { return std::pow(a, exponent); }
};

class Calculator {
public:
    using Binary = std::function<double(double, double)>;

    void define(const std::string &name, Binary operation) { operations[name] = std::move(operation); }

    double apply(const std::string &name, double a, double b) {
        auto found = operations.find(name);
        if (found == operations.end()) return 0;
        return found->second(a, b); // calls: add, scaled, Power::operator()
    }

private:
    std::map<std::string, Binary> operations;
};

static double twice(const std::function<double(double)> &f, double a) {
    double once = f(a); // calls: half, square
    return f(once);     // calls: half, square
}

static std::function<int()> counter(int start) {
    return [start]() mutable { return start++; }; // named: count
}

struct Command {
    const char *name;
    double (*run)(double);
};

static const Command commands[] = {{"half", half}, {"square", square}};

int main(int argc, char **) {
    Calculator calculator;
    double scale = argc * 2;
    calculator.define("add", add);
    calculator.define("scaled", [scale](double a, double b) { // named: scaled
        return scale * (a + b);
    });
    calculator.define("power", Power{3});
    double sum = calculator.apply("add", 1, 2) + calculator.apply("scaled", 3, 4);
    sum += calculator.apply("power", 2, 0);
    sum += twice(half, 8) + twice(square, 3);

    auto next = counter(5);
    sum += next(); // calls: count
    std::function<double(double, double)> other = subtract;
    sum += other(5, 3); // calls: subtract
    for (const Command &command : commands) {
        sum += command.run(4); // calls: half, square
    }
    auto bound = std::bind(subtract, 10, std::placeholders::_1);
    std::function<double(double)> by_ten = bound;
    sum += by_ten(1); // calls: subtract
    std::vector<std::function<void()>> cleanups;
    cleanups.push_back([&sum] { sum += 1; }); // named: add_one
    for (auto &cleanup : cleanups) {
        cleanup(); // calls: add_one
    }
    std::printf("%f\n", sum);
}
