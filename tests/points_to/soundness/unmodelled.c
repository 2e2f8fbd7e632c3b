// Functions without a model: their results, their stores, the pointers they keep, and the functions they call. Only the
// executable contains their bodies.
#include "../assertions.h"

struct box {
    int *content;
    struct box *next;
};

extern void *unmodelled_keep(void *p);
extern void *unmodelled_kept(void);
extern void unmodelled_fill(struct box *box);
extern void unmodelled_register(int *(*callback)(int *, struct box *), struct box *box);
extern int *unmodelled_run(int *argument);
extern struct box unmodelled_object;
extern void (*unmodelled_hook)(int *);

static int a, b, c, d;
int visible;

static int *callback(int *argument, struct box *box) {
    assert_may_alias(argument, &c);
    assert_may_alias(box->content, &b);
    return &d;
}

static void hook(int *argument) { assert_may_alias(argument, &a); }

int main(void) {
    assert_may_alias(unmodelled_keep(&a), &a);
    assert_may_alias(unmodelled_kept(), &a);
    struct box box = {&b, 0}, empty = {0, 0};
    unmodelled_keep(&box);
    unmodelled_fill(&empty);
    assert_may_alias(empty.next, &box);
    assert_may_alias(empty.next->content, &b);
    assert_may_alias(empty.content, &visible);
    unmodelled_register(callback, &box);
    assert_may_alias(unmodelled_run(&c), &d);
    unmodelled_object.content = &c;
    assert_may_alias(unmodelled_object.next->content, &c);
    unmodelled_hook = hook;
    unmodelled_run(&a);
    return 0;
}

#ifdef EXECUTED
static void *kept;
static int *(*registered)(int *, struct box *);
static struct box *registered_box;
struct box unmodelled_object = {0, &unmodelled_object};
void (*unmodelled_hook)(int *);

void *unmodelled_keep(void *p) { return kept = p; }
void *unmodelled_kept(void) { return kept; }
void unmodelled_fill(struct box *box) {
    box->next = kept;
    box->content = &visible;
}
void unmodelled_register(int *(*callback)(int *, struct box *), struct box *box) {
    registered = callback;
    registered_box = box;
}
int *unmodelled_run(int *argument) {
    if (unmodelled_hook) {
        unmodelled_hook(argument);
        return 0;
    }
    return registered(argument, registered_box);
}
#endif
