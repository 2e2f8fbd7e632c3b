// Members that are far from the start of a structure, behind a large array, are told apart like others.
#include "../assertions.h"

struct machine {
    unsigned short memory[1024];
    int *input;
    long counters[7];
    int *output; // 64 bytes behind `input`
    struct port {
        int *reads, *writes;
    } ports[4];
    long totals[8];
    int *log;
};

static struct machine machine;
static int input, output, log_entry, read_count, write_count;

__attribute__((noinline)) static void connect(struct machine *it) {
    it->input = &input;
    it->output = &output;
    it->log = &log_entry;
    it->ports[unknown(3)].reads = &read_count;
    it->ports[unknown(3)].writes = &write_count;
    it->memory[unknown(9)] = 1;
    it->counters[unknown(2)] = 2;
}

int main(void) {
    connect(&machine);
    struct port *port = &machine.ports[unknown(3)];
    assert_may_alias(machine.input, &input);
    assert_no_alias(machine.input, &output);
    assert_no_alias(machine.input, &read_count);
    assert_may_alias(machine.output, &output);
    assert_no_alias(machine.output, &log_entry);
    assert_may_alias(machine.log, &log_entry);
    assert_no_alias(machine.log, &write_count);
    assert_may_alias(port->reads, &read_count);
    assert_no_alias(port->reads, &write_count);
    assert_no_alias(port->writes, &input);
}
