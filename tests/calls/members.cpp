// Pointers to members, virtual and not, and templates with functors.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

class Robot {
public:
    virtual ~Robot() = default;
    void forward() { position += speed(); } // calls: Robot::speed, FastRobot::speed
    void backward() { position -= 1; }
    virtual void rest() { position = 0; }
    virtual int speed() const { return 1; }
    int position = 0;
};

class FastRobot : public Robot {
public:
    int speed() const override { return 10; }
    void rest() override { position = 100; }
};

using Move = void (Robot::*)();

static void repeat(Robot &robot, Move move, int times) {
    for (int i = 0; i < times; i++) {
        (robot.*move)(); // calls: Robot::forward, Robot::backward
    }
}

static void pause(Robot &robot, Move move) {
    (robot.*move)(); // calls: FastRobot::rest
}

template <class T, class Function> static std::vector<T> map(const std::vector<T> &values, Function function) {
    std::vector<T> result;
    for (const T &value : values) {
        result.push_back(function(value)); // calls: negate, triple
    }
    return result;
}

template <class Key> class Dispatcher {
public:
    void on(Key key, int (*handler)(int)) { handlers[key] = handler; }
    int dispatch(Key key, int value) {
        return handlers.at(key)(value); // calls: negate, triple, increment
    }

private:
    std::map<Key, int (*)(int)> handlers;
};

static int negate(int x) { return -x; }
static int triple(int x) { return 3 * x; }
static int increment(int x) { return x + 1; }

int main() {
    Robot slow;
    FastRobot fast;
    repeat(slow, &Robot::forward, 3);
    repeat(fast, &Robot::forward, 2);
    repeat(fast, &Robot::backward, 1);
    pause(fast, &Robot::rest);

    std::map<std::string, Move> moves{{"back", &Robot::backward}, {"rest", &Robot::rest}};
    for (auto &[name, move] : moves) {
        (slow.*move)(); // calls: Robot::backward, Robot::rest
    }
    std::vector<int> numbers{1, 2, 3};
    auto negated = map(numbers, negate);
    auto tripled = map(negated, triple);

    Dispatcher<int> by_number;
    by_number.on(1, negate);
    by_number.on(2, triple);
    Dispatcher<std::string> by_name;
    by_name.on("increment", increment);
    int sum = by_number.dispatch(1, 4) + by_number.dispatch(2, 4) + by_name.dispatch("increment", 5);
    auto speed = std::mem_fn(&Robot::speed);
    sum += speed(fast); // calls: FastRobot::speed
    std::function<void(Robot &)> step = &Robot::backward;
    step(slow); // calls: Robot::backward
    std::printf("%d %d %d %d\n", slow.position, fast.position, tripled[0], sum);
}
