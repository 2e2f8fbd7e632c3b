// Functions that access a field in each way: read, write, compound assignment, comparison, store of a constant. They
// are called for every field of every structure, with an object of the structure's type, so that the module contains
// the type to which each function's pointer points.

#define ACCESS(type, name, path)                                                                     \
    __attribute__((noinline)) long long get_##type##_##name(type *it) { return it->path; }           \
    __attribute__((noinline)) void set_##type##_##name(type *it, int value) { it->path = value; }    \
    __attribute__((noinline)) void add_##type##_##name(type *it, int value) { it->path += value; }   \
    __attribute__((noinline)) int is_##type##_##name(type *it, int value) { return it->path == value; } \
    __attribute__((noinline)) void one_##type##_##name(type *it) { it->path = 1; }

#define USE(type, name, path)                                                                        \
    sum += get_##type##_##name(&object_##type) + is_##type##_##name(&object_##type, 1);              \
    set_##type##_##name(&object_##type, (int)sum);                                                   \
    add_##type##_##name(&object_##type, (int)sum);                                                   \
    one_##type##_##name(&object_##type);

// TYPE_FIELDS(F) calls F(TYPE, name, path) for each field.
#define PROGRAM(type)                                                                                \
    type##_FIELDS(ACCESS) type object_##type;                                                        \
    long long use_##type(void) {                                                                     \
        long long sum = 0;                                                                           \
        type##_FIELDS(USE) return sum;                                                               \
    }
