// Callbacks with a context argument, over an array and a list.
#include <stdio.h>
#include <stdlib.h>

typedef void (*visit)(int value, void *context);
typedef int (*predicate)(int value);

struct list {
    int value;
    struct list *next;
};

struct sum {
    int total, count;
};

static void add(int value, void *context) {
    struct sum *sum = context;
    sum->total += value;
    sum->count++;
}

static void print(int value, void *context) { fprintf(context, "%d\n", value); }

static void find_largest(int value, void *context) {
    int *largest = context;
    if (value > *largest) *largest = value;
}

static int is_even(int value) { return value % 2 == 0; }
static int is_small(int value) { return value < 3; }

static struct list *push(struct list *tail, int value) {
    struct list *node = malloc(sizeof *node);
    node->value = value;
    node->next = tail;
    return node;
}

static void each(const struct list *list, visit visit, void *context) {
    for (; list; list = list->next) {
        visit(list->value, context); // calls: add, print
    }
}

static void each_in_array(const int *values, int count, visit visit, void *context) {
    for (int i = 0; i < count; i++) {
        visit(values[i], context); // calls: find_largest
    }
}

static int count_if(const struct list *list, predicate wanted) {
    int count = 0;
    for (; list; list = list->next) {
        if (wanted(list->value)) count++; // calls: is_even, is_small
    }
    return count;
}

struct button {
    const char *label;
    void (*clicked)(struct button *button, void *data);
    void *data;
};

static void save(struct button *button, void *data) { printf("%s %d\n", button->label, *(int *)data); }
static void quit(struct button *button, void *data) { printf("%s %p\n", button->label, data); }

static void click(struct button *button) {
    button->clicked(button, button->data); // calls: save, quit
}

int main(void) {
    struct list *list = push(push(push(NULL, 1), 2), 3);
    struct sum sum = {0, 0};
    each(list, add, &sum);
    each(list, print, stdout);
    int values[] = {4, 9, 2}, largest = 0;
    each_in_array(values, 3, find_largest, &largest);
    int documents = 2;
    struct button buttons[] = {{"save", save, &documents}, {"quit", quit, NULL}};
    for (int i = 0; i < 2; i++) {
        click(&buttons[i]);
    }
    predicate last = is_small;
    printf("%d %d %d\n", sum.total, largest, count_if(list, is_even) + count_if(list, last));
    int small = last(7); // calls: is_small
    return small;
}
