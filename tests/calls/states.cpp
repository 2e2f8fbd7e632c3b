// A connection whose state is an object, and the pool of strategies that it retries with.
#include <array>
#include <cstdio>
#include <memory>
#include <unordered_map>

class Connection;

struct State {
    virtual ~State() = default;
    virtual const char *name() const = 0;
    virtual void received(Connection &connection, int message) = 0;
};

class Connection {
public:
    Connection();
    void become(std::unique_ptr<State> next) { state = std::move(next); }
    void receive(int message) {
        std::printf("%s gets %d\n", state->name(), message); // calls: Idle::name, Busy::name, Closed::name
        state->received(*this, message); // calls: Idle::received, Busy::received, Closed::received
    }
    int total = 0;

private:
    std::unique_ptr<State> state;
};

struct Closed : State {
    const char *name() const override { return "closed"; }
    void received(Connection &, int) override {}
};

struct Busy : State {
    const char *name() const override { return "busy"; }
    void received(Connection &connection, int message) override {
        connection.total += message;
        if (message == 0) connection.become(std::make_unique<Closed>());
    }
};

struct Idle : State {
    const char *name() const override { return "idle"; }
    void received(Connection &connection, int) override { connection.become(std::make_unique<Busy>()); }
};

Connection::Connection() : state(std::make_unique<Idle>()) {}

struct Strategy {
    virtual int delay(int attempt) const = 0;
};

struct Linear : Strategy {
    int delay(int attempt) const override { return attempt * 10; }
};

struct Exponential : Strategy {
    int delay(int attempt) const override { return 1 << attempt; }
};

struct Fixed : Strategy {
    int delay(int) const override { return 7; }
};

static Linear linear;
static Exponential exponential;
static Fixed fixed;

static const Strategy *choose(int load) {
    static const std::array<const Strategy *, 2> strategies{&linear, &exponential};
    return strategies[load % 2];
}

int main() {
    Connection connection;
    for (int message : {1, 5, 0, 3}) {
        connection.receive(message);
    }
    int delays = 0;
    for (int load = 0; load < 4; load++) {
        delays += choose(load)->delay(load); // calls: Linear::delay, Exponential::delay
    }
    std::unordered_map<int, Strategy *> by_code{{500, &fixed}, {503, &exponential}};
    for (int code : {500, 503}) {
        delays += by_code[code]->delay(2); // calls: Fixed::delay, Exponential::delay
    }
    const Strategy &strategy = fixed;
    delays += strategy.delay(1); // calls: Fixed::delay
    std::printf("%d %d\n", connection.total, delays);
}
