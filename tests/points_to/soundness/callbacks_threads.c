// Threads: the argument of the start routine, the result of joining, keys and their destructors, and one-time
// initialisation.
// LINK: -pthread
#include <pthread.h>
#include "../assertions.h"

static int given, returned, local_of_thread;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *initialised;

static void destroy(void *value) { assert_may_alias(value, &local_of_thread); }
static void initialise(void) { initialised = &returned; }
static void clean(void *argument) { assert_may_alias(argument, &given); }

static void *run(void *argument) {
    assert_may_alias(argument, &given);
    pthread_setspecific(key, &local_of_thread);
    assert_may_alias(pthread_getspecific(key), &local_of_thread);
    pthread_cleanup_push(clean, argument);
    pthread_cleanup_pop(1);
    return &returned;
}

static void *leave(void *argument) {
    pthread_exit(argument);
    return 0;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, run, &given);
    pthread_join(thread, &result);
    assert_may_alias(result, &returned);
    pthread_create(&thread, 0, leave, &local_of_thread);
    pthread_join(thread, &result);
    assert_may_alias(result, &local_of_thread);
    pthread_once(&once, initialise);
    assert_may_alias(initialised, &returned);
    return 0;
}
