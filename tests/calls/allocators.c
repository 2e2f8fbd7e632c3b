// Allocation through functions that callers pass, with a wrapper that never returns null.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct allocator {
    void *(*allocate)(void *state, size_t size);
    void (*release)(void *state, void *memory);
    void *state;
};

static void *heap_allocate(void *state, size_t size) {
    (void)state;
    return malloc(size);
}

static void heap_release(void *state, void *memory) {
    (void)state;
    free(memory);
}

struct arena {
    char bytes[1024];
    size_t used;
};

static void *arena_allocate(void *state, size_t size) {
    struct arena *arena = state;
    void *memory = arena->bytes + arena->used;
    arena->used += (size + 15) & ~(size_t)15;
    return memory;
}

static void arena_release(void *state, void *memory) {
    (void)state;
    (void)memory;
}

static void *must_allocate(struct allocator *allocator, size_t size) {
    void *memory = allocator->allocate(allocator->state, size); // calls: heap_allocate, arena_allocate
    if (!memory) abort();
    return memory;
}

struct shape {
    double (*area)(const struct shape *shape);
    double size;
};

static double circle_area(const struct shape *shape) { return 3 * shape->size * shape->size; }
static double square_area(const struct shape *shape) { return shape->size * shape->size; }

static struct shape *new_shape(struct allocator *allocator, double (*area)(const struct shape *), double size) {
    struct shape *shape = must_allocate(allocator, sizeof *shape);
    shape->area = area;
    shape->size = size;
    return shape;
}

int main(void) {
    static struct arena memory;
    struct allocator heap = {heap_allocate, heap_release, NULL};
    struct allocator arena = {arena_allocate, arena_release, &memory};
    struct shape *circle = new_shape(&heap, circle_area, 2);
    struct shape *square = new_shape(&arena, square_area, 3);
    double sum = circle->area(circle); // calls: circle_area
    sum += square->area(square);       // calls: square_area
    heap.release(heap.state, circle);  // calls: heap_release
    struct shape **all = must_allocate(&heap, 2 * sizeof *all);
    all[0] = square;
    all[1] = new_shape(&heap, circle_area, 1);
    for (int i = 0; i < 2; i++) {
        sum += all[i]->area(all[i]); // calls: square_area, circle_area
    }
    arena.release(arena.state, square); // calls: arena_release
    printf("%f\n", sum);
    return 0;
}
