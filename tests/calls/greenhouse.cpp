// A greenhouse controller: sensors feed rules, which move vents and raise alarms.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct SensorFault : std::runtime_error {
    int code;
    SensorFault(const std::string& sensor, int code) : std::runtime_error(sensor + " failed"), code(code) {}
};

struct ConfigError : std::exception {
    std::string message;
    explicit ConfigError(const std::string& key) : message("bad key " + key) {}
    const char* what() const noexcept override { return message.c_str(); }
};

struct Overheated : std::exception {
    const char* what() const noexcept override { return "overheated"; }
};

class Sensor {
public:
    explicit Sensor(std::string name) : name_(std::move(name)) {}
    virtual ~Sensor() = default;
    const std::string& name() const { return name_; }

    std::optional<double> sample() {
        try {
            double value = read();  // calls: AnalogSensor::read, LightMeter::read
            return value;
        } catch (const SensorFault& fault) {
            std::printf("%s (%d)\n", fault.what(), fault.code);
            return std::nullopt;
        }
    }

protected:
    virtual double read() = 0;

private:
    std::string name_;
};

class AnalogSensor : public Sensor {
    double gain_;

protected:
    AnalogSensor(std::string name, double gain) : Sensor(std::move(name)), gain_(gain) {}
    virtual int raw() = 0;
    double read() override {
        int level = raw();  // calls: Thermometer::raw, SoilProbe::raw
        return gain_ * level;
    }
};

class Thermometer : public AnalogSensor {
    int level_ = 180;
    int raw() override { return level_ += 60; }

public:
    explicit Thermometer(std::string name) : AnalogSensor(std::move(name), 0.1) {}
};

class SoilProbe : public AnalogSensor {
    int reads_ = 0;
    int raw() override {
        if (++reads_ == 2) throw SensorFault(name(), 17);
        return 40 - reads_;
    }

public:
    explicit SoilProbe(std::string name) : AnalogSensor(std::move(name), 1.0) {}
};

struct LightMeter : Sensor {
    using Sensor::Sensor;
    double read() override { return 700; }
};

struct AlarmListener {
    virtual ~AlarmListener() = default;
    virtual void alarm(const std::string& source, double value) = 0;
};

struct Siren : AlarmListener {
    void alarm(const std::string& source, double) override { std::printf("siren: %s\n", source.c_str()); }
};

struct Page {
    virtual ~Page() = default;
    virtual size_t lines() const { return 0; }
};

class Logbook : public Page, public AlarmListener {
    std::vector<std::pair<std::string, double>> entries_;

public:
    void alarm(const std::string& source, double value) override { entries_.emplace_back(source, value); }
    size_t lines() const override { return entries_.size(); }
};

class Vent {
    void (Vent::*state_)(double) = &Vent::closed;
    int angle_ = 0;

public:
    void step(double temperature) {
        (this->*state_)(temperature);  // calls: Vent::closed, Vent::opening, Vent::open
    }

private:
    void closed(double temperature) {
        if (temperature > 25) state_ = &Vent::opening;
    }
    void opening(double) {
        angle_ += 45;
        if (angle_ >= 90) state_ = &Vent::open;
    }
    void open(double temperature) {
        if (temperature > 45) throw Overheated();
        if (temperature < 20) state_ = &Vent::closed;
    }
};

struct Reading {
    const Sensor* sensor;
    double value;
};

using Order = bool (*)(const Reading&, const Reading&);
static bool by_sensor(const Reading& a, const Reading& b) { return a.sensor->name() < b.sensor->name(); }
static bool by_value(const Reading& a, const Reading& b) { return a.value < b.value; }

class Controller {
public:
    using Rule = std::function<void(double)>;

    void add(std::unique_ptr<Sensor> sensor) { sensors_.push_back(std::move(sensor)); }
    void when(const std::string& sensor, Rule rule) { rules_[sensor].push_back(std::move(rule)); }
    void subscribe(AlarmListener& listener) { listeners_.push_back(&listener); }

    void raise(const std::string& source, double value) {
        for (AlarmListener* listener : listeners_) {
            listener->alarm(source, value);  // calls: Siren::alarm, Logbook::alarm
        }
    }

    void cycle() {
        for (auto& sensor : sensors_) {
            std::optional<double> value = sensor->sample();
            if (!value) continue;
            readings_.push_back({sensor.get(), *value});
            auto rules = rules_.find(sensor->name());
            if (rules == rules_.end()) continue;
            for (const Rule& rule : rules->second) {
                rule(*value);  // calls: Vent::step, warn_if_hot, remember_driest
            }
        }
    }

    const Reading& first(const std::string& key) {
        static const std::map<std::string, Order> orders{{"sensor", by_sensor}, {"value", by_value}};
        if (!orders.count(key)) throw ConfigError(key);
        std::sort(readings_.begin(), readings_.end(), orders.at(key));  // calls: by_sensor, by_value
        return readings_.front();
    }

    void dismantle() {
        sensors_.clear();  // calls: Thermometer::~Thermometer, SoilProbe::~SoilProbe, LightMeter::~LightMeter
    }

private:
    std::vector<std::unique_ptr<Sensor>> sensors_;
    std::map<std::string, std::vector<Rule>> rules_;
    std::vector<AlarmListener*> listeners_;
    std::vector<Reading> readings_;
};

int main() {
    Siren siren;
    Logbook logbook;
    Vent vent;
    double driest = 100;
    Controller controller;
    controller.add(std::make_unique<Thermometer>("air"));
    controller.add(std::make_unique<SoilProbe>("bed"));
    controller.add(std::make_unique<LightMeter>("roof"));
    controller.subscribe(siren);
    controller.subscribe(logbook);
    controller.when("air", std::bind(&Vent::step, &vent, std::placeholders::_1));
    controller.when("air", [&controller](double value) {  // named: warn_if_hot
        if (value > 35) controller.raise("air", value);
    });
    controller.when("bed", [&driest](double value) {  // named: remember_driest
        driest = std::min(driest, value);
    });
    try {
        for (int i = 0; i < 20; i++) controller.cycle();
    } catch (const std::exception& error) {
        std::printf("stopped: %s\n", error.what());  // calls: Overheated::what
    }
    try {
        std::printf("least: %s\n", controller.first("value").sensor->name().c_str());
        std::printf("first: %s\n", controller.first("sensor").sensor->name().c_str());
        controller.first("colour");
    } catch (const std::exception& error) {
        std::printf("%s\n", error.what());  // calls: ConfigError::what
    }
    const Page& page = logbook;
    std::printf("%zu alarms, driest %.0f\n", page.lines(), driest);  // calls: Logbook::lines
    controller.dismantle();
}
