// Objects with tables of methods, and an embedded base structure.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream;

struct stream_methods {
    int (*read)(struct stream *stream, char *buffer, int size);
    int (*write)(struct stream *stream, const char *buffer, int size);
    void (*close)(struct stream *stream);
};

struct stream {
    const struct stream_methods *methods;
    int errors;
};

struct memory_stream {
    struct stream base;
    char content[64];
    int used;
};

struct counting_stream {
    struct stream base;
    struct stream *target;
    int bytes;
};

static int memory_read(struct stream *stream, char *buffer, int size) {
    struct memory_stream *memory = (struct memory_stream *)stream;
    if (size > memory->used) size = memory->used;
    memcpy(buffer, memory->content, size);
    return size;
}

static int memory_write(struct stream *stream, const char *buffer, int size) {
    struct memory_stream *memory = (struct memory_stream *)stream;
    memcpy(memory->content + memory->used, buffer, size);
    memory->used += size;
    return size;
}

static void memory_close(struct stream *stream) { free(stream); }

static int counting_write(struct stream *stream, const char *buffer, int size) {
    struct counting_stream *counting = (struct counting_stream *)stream;
    counting->bytes += size;
    return counting->target->methods->write(counting->target, buffer, size); // calls: memory_write
}

static void counting_close(struct stream *stream) {
    struct counting_stream *counting = (struct counting_stream *)stream;
    counting->target->methods->close(counting->target); // calls: memory_close
    free(counting);
}

static const struct stream_methods memory_methods = {memory_read, memory_write, memory_close};
static const struct stream_methods counting_methods = {NULL, counting_write, counting_close};

static struct stream *new_memory(void) {
    struct memory_stream *memory = calloc(1, sizeof *memory);
    memory->base.methods = &memory_methods;
    return &memory->base;
}

static struct stream *new_counting(struct stream *target) {
    struct counting_stream *counting = calloc(1, sizeof *counting);
    counting->base.methods = &counting_methods;
    counting->target = target;
    return &counting->base;
}

static int put(struct stream *stream, const char *text) {
    return stream->methods->write(stream, text, strlen(text)); // calls: memory_write, counting_write
}

int main(void) {
    struct stream *memory = new_memory();
    struct stream *counting = new_counting(memory);
    put(memory, "hello ");
    put(counting, "world");
    char buffer[64];
    int size = memory->methods->read(memory, buffer, sizeof buffer); // calls: memory_read
    printf("%.*s\n", size, buffer);
    counting->methods->close(counting); // calls: counting_close
    return 0;
}
