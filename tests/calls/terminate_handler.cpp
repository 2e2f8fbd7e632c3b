// The terminate handler (for uncaught or forbidden exceptions) runs during the construction of an object.
#include <cstdlib>
#include <exception>

struct Report {
    Report() { report = this; }
    virtual int lines() { return 0; }
    static inline Report *report;
};

static int lines() {
    return Report::report->lines(); // calls: Report::lines, Full::lines
}

static void finish() { std::_Exit(lines()); }

struct Test {
    explicit Test(bool fails) noexcept {
        if (fails) {
            throw 1;
        }
    }
};

struct Full : Report, Test {
    explicit Full(bool fails) : Test(fails) {}
    int lines() override { return 1; }
};

int main(int argc, char **) {
    std::set_terminate(finish);
    Full full(argc > 9);
    Full failing(lines() == 1);
}
