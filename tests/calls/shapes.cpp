// Areas of shapes: containers of pointers to a base class, owned and not.
#include <cstdio>
#include <memory>
#include <vector>

class Shape {
public:
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
};

class Circle : public Shape {
public:
    explicit Circle(double radius) : radius(radius) {}
    double area() const override { return 3.14159 * radius * radius; }
    const char *name() const override { return "circle"; }

private:
    double radius;
};

class Rectangle : public Shape {
public:
    Rectangle(double width, double height) : width(width), height(height) {}
    ~Rectangle() override { std::puts("a rectangle goes"); }
    double area() const override { return width * height; }

protected:
    double width, height;
};

class Square : public Rectangle {
public:
    explicit Square(double side) : Rectangle(side, side) {}
    const char *name() const override { return "square"; }
};

class Triangle : public Shape {
public:
    Triangle(double base, double height) : base(base), height(height) {}
    double area() const override { return base * height / 2; }

private:
    double base, height;
};

static double total(const std::vector<std::unique_ptr<Shape>> &shapes) {
    double sum = 0;
    for (const auto &shape : shapes) {
        sum += shape->area(); // calls: Circle::area, Rectangle::area
    }
    return sum;
}

static void describe(const Shape &shape) {
    std::printf("%s\n", shape.name()); // calls: Circle::name, Shape::name, Square::name
}

static double smallest(const std::vector<Shape *> &shapes) {
    double best = 1e9;
    for (Shape *shape : shapes) {
        double area = shape->area(); // calls: Rectangle::area, Triangle::area
        if (area < best) best = area;
    }
    return best;
}

int main() {
    std::vector<std::unique_ptr<Shape>> owned;
    owned.push_back(std::make_unique<Circle>(1));
    owned.emplace_back(new Rectangle(2, 3));
    owned.push_back(std::make_unique<Square>(4));
    std::printf("%f\n", total(owned));
    for (const auto &shape : owned) {
        describe(*shape);
    }

    Triangle triangle(3, 4);
    Square square(2);
    std::vector<Shape *> borrowed{&triangle, &square};
    std::printf("%f\n", smallest(borrowed));

    std::unique_ptr<Shape> single = std::make_unique<Circle>(5);
    std::printf("%f\n", single->area()); // calls: Circle::area
    single.reset(new Triangle(1, 1)); // calls: Circle::~Circle
    owned.clear(); // calls: Circle::~Circle, Rectangle::~Rectangle, Square::~Square
}
