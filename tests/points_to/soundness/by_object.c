// Calls through an object, with arguments from the object: objects that change their contents, contain each other, are
// unknown when the calls are divided by object, or come from external code.
#include <stdlib.h>
#include <string.h>

#include "../assertions.h"

struct task {
    int *(*run)(struct task *self, int *data);
    int *data;
};

static int first, second, third, fourth;

__attribute__((noinline)) static int *give(struct task *self, int *data) { return data; }

__attribute__((noinline)) static int *give_own(struct task *self, int *data) { return self->data; }

// Later calls run another function.
__attribute__((noinline)) static int *turn(struct task *self, int *data) {
    self->run = give_own;
    return data;
}

__attribute__((noinline)) static int *run(struct task *task) { return task->run(task, task->data); }

__attribute__((noinline)) static int *run_other(struct task *task, struct task *other) {
    return task->run(other, other->data);
}

// A task whose function creates another task, and runs it through the same call.
struct maker {
    struct task task;
    struct task *made;
};

__attribute__((noinline)) static int *make(struct task *self, int *data) {
    struct maker *maker = (struct maker *)self;
    struct maker *inner = malloc(sizeof *inner);
    inner->task.run = turn;
    inner->task.data = &fourth;
    maker->made = &inner->task;
    assert_may_alias(run(maker->made), &fourth);
    return run(maker->made);
}

static int by_name(const void *left, const void *right) {
    struct task *const *task = left;
    assert_may_alias(run(*task), (*task)->data);
    return 0;
}

int main(void) {
    struct task one = {give, &first};
    struct task other = {turn, &second};
    assert_may_alias(run(&one), &first);
    assert_may_alias(run(&other), &second);
    assert_may_alias(run(&other), &second);
    assert_may_alias(run_other(&one, &other), &second);
    other.data = &third;
    assert_may_alias(run_other(&other, &one), &first);
    assert_may_alias(run(&other), &third);

    struct maker maker = {{make, &first}, 0};
    assert_may_alias(run(&maker.task), &fourth);

    struct task copy;
    memcpy(&copy, unknown(0) ? &one : &maker.task, sizeof copy);
    copy.run = give;
    assert_may_alias(run(&copy), &first);

    struct task *tasks[] = {&one, &other};
    qsort(tasks, 2, sizeof *tasks, by_name);
    struct task *rows = calloc(2, sizeof *rows);
    rows[unknown(1)] = other;
    rows[unknown(1)].data = &second;
    assert_may_alias(run(&rows[1]), &second);
    return 0;
}
