// An event loop: a queue of timers and handlers, in memory from the heap.
#include <stdio.h>
#include <stdlib.h>

struct loop;

struct event {
    int due;
    void (*run)(struct loop *loop, void *data);
    void (*destroy)(void *data);
    void *data;
    struct event *next;
};

struct loop {
    struct event *queue;
    int now;
    void (*idle)(struct loop *loop);
};

static void schedule(struct loop *loop, int due, void (*run)(struct loop *, void *), void (*destroy)(void *),
                     void *data) {
    struct event *event = malloc(sizeof *event);
    event->due = due;
    event->run = run;
    event->destroy = destroy;
    event->data = data;
    struct event **at = &loop->queue;
    while (*at && (*at)->due <= due) at = &(*at)->next;
    event->next = *at;
    *at = event;
}

static void tick(struct loop *loop, void *data) {
    int *left = data;
    printf("tick at %d\n", loop->now);
    if (--*left > 0) schedule(loop, loop->now + 2, tick, NULL, left);
}

static void greet(struct loop *loop, void *data) { printf("%s at %d\n", (char *)data, loop->now); }
static void free_text(void *data) { free(data); }
static void count_idle(struct loop *loop) { loop->now++; }

static void run(struct loop *loop) {
    while (loop->queue) {
        struct event *event = loop->queue;
        while (event->due > loop->now) {
            loop->idle(loop); // calls: count_idle
        }
        loop->queue = event->next;
        event->run(loop, event->data); // calls: tick, greet
        if (event->destroy) {
            event->destroy(event->data); // calls: free_text
        }
        free(event);
    }
}

int main(void) {
    struct loop loop = {NULL, 0, count_idle};
    int left = 2;
    char *text = malloc(6);
    snprintf(text, 6, "hello");
    schedule(&loop, 1, tick, NULL, &left);
    schedule(&loop, 2, greet, free_text, text);
    run(&loop);
    return 0;
}
