// A thermometer and its observers, as objects and as std::function.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

class Observer {
public:
    virtual ~Observer() = default;
    virtual void changed(int degrees) = 0;
};

class Display : public Observer {
public:
    void changed(int degrees) override { std::printf("now %d\n", degrees); }
};

class Alarm : public Observer {
public:
    explicit Alarm(std::function<void()> ring) : ring(std::move(ring)) {}
    void changed(int degrees) override {
        if (degrees > limit) ring(); // calls: ring_bell
    }

private:
    int limit = 30;
    std::function<void()> ring;
};

class Statistics : public Observer {
public:
    void changed(int degrees) override { highest = std::max(highest, degrees); }
    int highest = 0;
};

class Thermometer {
public:
    void attach(Observer *observer) { observers.push_back(observer); }
    void detach(Observer *observer) {
        observers.erase(std::remove(observers.begin(), observers.end(), observer), observers.end());
    }
    void on_reading(std::function<int(int)> filter) { filters.push_back(std::move(filter)); }
    void read(int degrees) {
        for (const auto &filter : filters) {
            degrees = filter(degrees); // calls: round_down, add_offset
        }
        for (Observer *observer : observers) {
            observer->changed(degrees); // calls: Display::changed, Alarm::changed
        }
    }

private:
    std::vector<Observer *> observers;
    std::vector<std::function<int(int)>> filters;
};

static void ring_bell() { std::puts("ring"); }
static int round_down(int degrees) { return degrees / 10 * 10; }

int main() {
    Display display;
    Alarm alarm(ring_bell);
    Thermometer thermometer;
    thermometer.attach(&display);
    thermometer.attach(&alarm);
    int offset = 3;
    thermometer.on_reading(round_down);
    thermometer.on_reading([offset](int degrees) { // named: add_offset
        return degrees + offset;
    });
    thermometer.read(20);
    thermometer.read(40);
    thermometer.detach(&display);

    Statistics statistics;
    Observer &only = statistics;
    only.changed(12); // calls: Statistics::changed
    std::printf("%d\n", statistics.highest);
}
