/* A lock inside the struct guards it, also through pointers and functions; a lock that a
 * writer forgets guards nothing. */
#include "../module.h"
#include <pthread.h>

struct queues {
    pthread_mutex_t mutex;
    long next;
    long count;
};

static struct {
    int n_modules;
    struct queues queues;
} guarded;  // want-note: state-static-data

static struct queues forgotten;  // want: state-static-data

static long
add(struct queues *queues)
{
    pthread_mutex_lock(&queues->mutex);
    queues->count++;
    long id = queues->next++;
    pthread_mutex_unlock(&queues->mutex);
    return id;
}

PyObject *
spam_add(PyObject *module, PyObject *unused)
{
    if (guarded.n_modules == 0) {
        Py_RETURN_NONE;
    }
    return PyLong_FromLong(add(&guarded.queues));
}

static void
reset(struct queues *queues)
{
    queues->count = 0;
}

PyObject *
spam_forget(PyObject *module, PyObject *unused)
{
    reset(&forgotten);
    return PyLong_FromLong(add(&forgotten));
}
