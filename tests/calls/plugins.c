// A table of plugins, a table of commands, and the hooks that plugins install.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct host;

struct plugin {
    const char *name;
    int (*init)(struct host *host);
    void (*shutdown)(void);
};

typedef int (*hook)(int event);

struct host {
    hook hooks[8];
    int count;
    const struct plugin *loaded[4];
    int plugins;
};

static int log_event(int event) { return printf("event %d\n", event); }
static int double_event(int event) { return event * 2; }

static void install(struct host *host, hook hook) { host->hooks[host->count++] = hook; }

static int logger_init(struct host *host) {
    install(host, log_event);
    return 0;
}

static int doubler_init(struct host *host) {
    install(host, double_event);
    return 0;
}

static void logger_shutdown(void) { puts("logger stops"); }

static const struct plugin plugins[] = {
    {"logger", logger_init, logger_shutdown},
    {"doubler", doubler_init, NULL},
};

static int load(struct host *host, const struct plugin *plugin) {
    host->loaded[host->plugins++] = plugin;
    return plugin->init(host); // calls: logger_init, doubler_init
}

static int fire(struct host *host, int event) {
    int sum = 0;
    for (int i = 0; i < host->count; i++) {
        sum += host->hooks[i](event); // calls: log_event, double_event
    }
    return sum;
}

static void unload(struct host *host) {
    for (int i = 0; i < host->plugins; i++) {
        if (host->loaded[i]->shutdown) {
            host->loaded[i]->shutdown(); // calls: logger_shutdown
        }
    }
}

static int help(const char *argument) { return printf("help %s\n", argument); }
static int echo(const char *argument) { return puts(argument); }

static const struct {
    const char *name;
    int (*run)(const char *argument);
} commands[] = {{"help", help}, {"echo", echo}};

static int run(const char *name, const char *argument) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return commands[i].run(argument); // calls: help, echo
        }
    }
    return -1;
}

int main(void) {
    struct host *host = calloc(1, sizeof *host);
    for (int i = 0; i < 2; i++) {
        load(host, &plugins[i]);
    }
    int sum = fire(host, 4);
    sum += run("help", "me") + run("echo", "hello");
    unload(host);
    free(host);
    return sum < 0;
}
