// Handlers that the C library and threads call later.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) { interrupted = number; }
static void say_goodbye(void) { puts("goodbye"); }

struct job {
    int (*work)(int input);
    int input, output;
};

static int square(int input) { return input * input; }
static int cube(int input) { return input * input * input; }

static void *run_job(void *argument) {
    struct job *job = argument;
    job->output = job->work(job->input); // calls: square, cube
    return NULL;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void make_key(void) { pthread_key_create(&key, NULL); }

static void fail(void (*report)(const char *text), const char *text) {
    report(text); // calls: report_error
}

static void report_error(const char *text) { fprintf(stderr, "error: %s\n", text); }

int main(void) {
    atexit(say_goodbye); // calls later: say_goodbye
    struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    signal(SIGUSR2, on_signal);
    pthread_once(&once, make_key); // calls: make_key

    struct job jobs[] = {{square, 3, 0}, {cube, 2, 0}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        pthread_create(&threads[i], NULL, run_job, &jobs[i]); // calls later: run_job
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
    fail(report_error, "nothing");
    printf("%d %d %d\n", interrupted != 0, jobs[0].output, jobs[1].output);
    return 0;
}
