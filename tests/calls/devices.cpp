// Devices with multiple and virtual inheritance, and the shared ports that they use.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

struct Port {
    int number;
};

static int open_ports = 0;

static void close_port(Port* port) {
    open_ports--;
    delete port;
}

static std::shared_ptr<Port> open_port(int number) {
    open_ports++;
    return std::shared_ptr<Port>(new Port{number}, close_port);
}

class Device {
  public:
    explicit Device(std::shared_ptr<Port> port) : port_(std::move(port)) {}
    virtual ~Device() {
        port_.reset();  // calls: close_port, give_back
    }
    virtual std::string name() const = 0;
    virtual int power() const { return 1; }
    std::string describe() const {
        std::string text = name();  // calls: Sensor::name, Lamp::name, Modem::name
        return text + ':' + std::to_string(port_->number);
    }

  protected:
    std::shared_ptr<Port> port_;
};

class Readable : public virtual Device {
  public:
    Readable() : Device(nullptr) {}
    virtual int read() = 0;
    int read_twice() {
        int first = read();  // calls: Sensor::read, Modem::read
        return first + read();  // calls: Sensor::read, Modem::read
    }
};

class Writable : public virtual Device {
  public:
    Writable() : Device(nullptr) {}
    virtual void write(int value) = 0;
    virtual void flush() {}
};

class Sensor : public Readable {
  public:
    explicit Sensor(std::shared_ptr<Port> port) : Device(std::move(port)) {}
    std::string name() const override { return "sensor"; }
    int read() override { return ++value_; }

  private:
    int value_ = 20;
};

class Lamp : public Writable {
  public:
    explicit Lamp(std::shared_ptr<Port> port) : Device(std::move(port)) {}
    std::string name() const override { return "lamp"; }
    int power() const override { return level_; }
    void write(int value) override { level_ = value; }

  private:
    int level_ = 0;
};

class Modem : public Readable, public Writable {
  public:
    explicit Modem(std::shared_ptr<Port> port) : Device(std::move(port)) {}
    ~Modem() override { std::puts("hang up"); }
    std::string name() const override { return "modem"; }
    int read() override { return last_; }
    void write(int value) override { buffer_ = value; }
    void flush() override { last_ = buffer_; }

  private:
    int buffer_ = 0, last_ = 0;
};

class House {
  public:
    void add(const std::string& room, const std::shared_ptr<Device>& device) {
        devices_.push_back(device);
        rooms_[room] = device;
    }
    int measure() const {
        int sum = 0;
        for (const auto& device : devices_) {
            sum += device->power();  // calls: Device::power, Lamp::power
            if (auto* source = dynamic_cast<Readable*>(device.get())) sum += source->read_twice();
        }
        return sum;
    }
    void broadcast(int value) {
        for (const auto& device : devices_) {
            if (auto sink = std::dynamic_pointer_cast<Writable>(device)) {
                sink->write(value);  // calls: Lamp::write, Modem::write
                sink->flush();  // calls: Writable::flush, Modem::flush
            }
        }
    }
    std::string find(const std::string& room) const {
        auto found = rooms_.find(room);
        auto device = found == rooms_.end() ? nullptr : found->second.lock();
        return device ? device->describe() : "nothing";
    }
    void clear() {
        devices_.clear();  // calls: Sensor::~Sensor, Lamp::~Lamp, Modem::~Modem
    }

  private:
    std::vector<std::shared_ptr<Device>> devices_;
    std::map<std::string, std::weak_ptr<Device>> rooms_;
};

int main(int argc, char** argv) {
    Port builtin{9};
    std::vector<Port*> returned;
    std::shared_ptr<Port> shared(&builtin, [&returned](Port* port) { returned.push_back(port); });  // named: give_back
    House house;
    house.add("attic", std::make_shared<Sensor>(open_port(1)));
    house.add("hall", std::make_shared<Lamp>(open_port(2)));
    house.add("office", std::make_shared<Modem>(std::move(shared)));
    house.broadcast(7);
    for (const char* room : {"attic", "hall", "office", argc > 1 ? argv[1] : "cellar"}) {
        std::printf("%s\n", house.find(room).c_str());
    }
    int sum = house.measure();

    std::shared_ptr<Port> spare = open_port(3);
    std::weak_ptr<Port> watched = spare;
    spare.reset();  // calls: close_port
    std::unique_ptr<Device> own = std::make_unique<Lamp>(nullptr);
    own.reset();  // calls: Lamp::~Lamp
    house.clear();
    std::printf("%d, %d open, %zu returned, %d\n", sum, open_ports, returned.size(), watched.expired());
}
