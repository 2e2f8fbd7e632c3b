// A function that is called through an object gets arguments from the same object: the function of a task gets the data
// of that task only. Objects that contain the same function are not distinguished.
#include <stdlib.h>

#include "../assertions.h"

struct task {
    int *(*run)(int *data);
    int *data;
    struct task *next;
};

static int first, second, third;
static int *of_first, *of_second;

__attribute__((noinline)) static int *run_first(int *data) {
    of_first = data;
    assert_no_alias(data, &second);
    return data;
}

__attribute__((noinline)) static int *run_second(int *data) {
    of_second = data;
    assert_no_alias(data, &first);
    return data;
}

// The function is called with pointers to different tasks.
__attribute__((noinline)) static int *run(struct task *task) { return task->run(task->data); }

__attribute__((noinline)) static void run_all(struct task *task) {
    for (; task; task = task->next) {
        task->run(task->data);
    }
}

__attribute__((noinline)) static struct task *make(int *(*run)(int *), int *data, struct task *next) {
    struct task *task = malloc(sizeof *task);
    task->run = run;
    task->data = data;
    task->next = next;
    return task;
}

int main(void) {
    struct task one = {run_first, &first, 0};
    struct task other = {run_second, &second, &one};
    run(&one);
    run(&other);
    run_all(&other);
    assert_may_alias(of_first, &first);
    assert_may_alias(of_second, &second);
    assert_no_alias(of_first, &second);
    assert_no_alias(of_second, &first);

    struct task *made = make(run_first, &first, make(run_second, &second, 0));
    run_all(made);
    run(made);
    made = make(run_first, &third, 0);
    assert_may_alias(run(made), &third);
    assert_may_alias(of_first, &third);
    return 0;
}
