// Functions that the C library calls at exit, or on a signal.
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
#include "../assertions.h"

static int a, b, status_object;
static int *kept = &b;
static int *seen;

static void at_exit(void) {
    assert_may_alias(kept, &a);
    seen = &b;
}
static void on_exit_with(int status, void *argument) { assert_may_alias(argument, &status_object); }
static void handle(int number) {
    assert_may_alias(kept, &a);
    seen = &a;
}
static void handle_info(int number, siginfo_t *info, void *context) {
    assert_may_alias(info->si_value.sival_ptr, &a);
    seen = info->si_value.sival_ptr;
}
static void (*handlers[])(void) = {at_exit};

int main(void) {
    kept = &a;
    atexit(handlers[unknown(0)]);
    on_exit(on_exit_with, &status_object);
    void (*before)(int) = signal(SIGUSR1, handle);
    raise(SIGUSR1);
    assert_may_alias(seen, &a);
    assert_may_alias((void *)signal(SIGUSR1, before), (void *)handle);
    struct sigaction action = {.sa_sigaction = handle_info, .sa_flags = SA_SIGINFO};
    sigaction(SIGUSR2, &action, 0);
    union sigval value = {.sival_ptr = &a};
    seen = 0;
    sigqueue(getpid(), SIGUSR2, value);
    assert_may_alias(seen, &a);
    return 0;
}
