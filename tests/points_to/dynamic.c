// Logs the memory to which the pointers of an instrumented program point at run time. See
// `scripts/comparisons/src/bin/dynamic_points_to/`, which inserts calls to these functions into the program.
//
// A line of the log contains the number of a value, followed by each object into which the pointer may point: the kind,
// number and offset. There are several if an object begins where another one ends.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct object {
    char kind;
    long number;
    char *start;
    size_t size;
};
struct global {
    long kind, number;
    char *start;
    long size;
};

extern const struct global irlog_globals[];
extern const long irlog_global_count;

enum { MAX_OBJECTS = 1 << 16, MAX_PAIRS = 1 << 20 };
static struct object objects[MAX_OBJECTS];
static size_t object_count;
static struct { long value; char *pointer; unsigned long change; } pairs[MAX_PAIRS];
static unsigned long changes;
static FILE *output;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void forget(size_t index) {
    objects[index] = objects[--object_count];
    changes++;
}

// A new object replaces all objects that it overlaps.
static void add(char kind, long number, char *start, size_t size) {
    for (size_t i = object_count; i-- > 0;)
        if (objects[i].start < start + size && start < objects[i].start + objects[i].size) forget(i);
    if (size == 0) return;
    if (object_count == MAX_OBJECTS) abort();
    objects[object_count++] = (struct object){kind, number, start, size};
    changes++;
}

// Removes stack objects below the current frame.
static void prune(char *frame) {
    for (size_t i = object_count; i-- > 0;)
        if (objects[i].kind == 's' && objects[i].start < frame) forget(i);
}

__attribute__((constructor(0))) static void begin(void) {
    const char *path = getenv("IRLOG_LOG");
    if (!path || !(output = fopen(path, "w"))) abort();
    for (long i = 0; i < irlog_global_count; i++) {
        const struct global *global = &irlog_globals[i];
        add(global->kind, global->number, global->start, global->size);
    }
}

void irlog_before_call(void) {
    pthread_mutex_lock(&lock);
    prune(__builtin_frame_address(0));
    pthread_mutex_unlock(&lock);
}

void irlog_stack(long number, char *start, long size) {
    pthread_mutex_lock(&lock);
    prune(__builtin_frame_address(0));
    add('s', number, start, size);
    pthread_mutex_unlock(&lock);
}

void irlog_heap(long number, char *start) {
    pthread_mutex_lock(&lock);
    if (start) add('h', number, start, malloc_usable_size(start));
    pthread_mutex_unlock(&lock);
}

void irlog_pointer(long value, char *pointer) {
    if (!output) return;
    pthread_mutex_lock(&lock);
    prune(__builtin_frame_address(0));
    // Omits an entry that equals the last one in its slot, unless an object has changed in between.
    size_t slot = ((size_t)value * 31 + (size_t)pointer) * 2654435761u % MAX_PAIRS;
    if (pairs[slot].value != value || pairs[slot].pointer != pointer || pairs[slot].change != changes) {
        pairs[slot].value = value, pairs[slot].pointer = pointer, pairs[slot].change = changes;
        // The end of an object may also be the start of memory that was not reported.
        int inside = 0, found = 0;
        for (size_t i = 0; i < object_count; i++)
            inside |= (size_t)(pointer - objects[i].start) < objects[i].size;
        for (size_t i = 0; inside && i < object_count; i++) {
            const struct object *object = &objects[i];
            if (pointer < object->start || pointer > object->start + object->size) continue;
            if (!found++) fprintf(output, "%ld", value);
            fprintf(output, " %c %ld %ld", object->kind, object->number, (long)(pointer - object->start));
        }
        if (found) fputc('\n', output), fflush(output);
    }
    pthread_mutex_unlock(&lock);
}

static void gone(char *start) {
    pthread_mutex_lock(&lock);
    for (size_t i = object_count; i-- > 0;)
        if (objects[i].kind == 'h' && objects[i].start == start) forget(i);
    pthread_mutex_unlock(&lock);
}

// The linker redirects calls to these functions (--wrap).
extern void __real_free(void *);
extern void *__real_realloc(void *, size_t);
void __wrap_free(void *start) {
    if (start) gone(start);
    __real_free(start);
}
void *__wrap_realloc(void *start, size_t size) {
    if (start) gone(start);
    return __real_realloc(start, size);
}
