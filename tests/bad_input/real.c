/* A small library with typical C code: structures, loops, calls through pointers, strings, and debug
   information. */

struct node {
    struct node *next;
    const char *name;
    double value;
};

struct table {
    struct node *buckets[64];
    unsigned long (*hash)(const char *);
};

static unsigned long default_hash(const char *name) {
    unsigned long hash = 5381;
    while (*name)
        hash = hash * 33 ^ (unsigned char)*name++;
    return hash;
}

static int same(const char *first, const char *second) {
    while (*first && *first == *second)
        first++, second++;
    return *first == *second;
}

struct table global_table = {.hash = default_hash};

double *find(struct table *table, const char *name) {
    struct node *node = table->buckets[table->hash(name) % 64];
    for (; node; node = node->next)
        if (same(node->name, name))
            return &node->value;
    return 0;
}

const char *describe(int kind) {
    switch (kind) {
    case 0:
        return "nothing";
    case 1:
        return "one";
    case 7:
        return "a week";
    default:
        return kind < 0 ? "debt" : "many";
    }
}

float average(const float *values, int count) {
    float sum = 0;
    for (int index = 0; index < count; index++)
        sum += values[index];
    return count ? sum / count : 0;
}
