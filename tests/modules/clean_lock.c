/* A lock for a resource of the process, and a count that goes back to what it was. */
#include "module.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_inside;

static PyObject *
enter(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    pthread_mutex_lock(&lock);
    int n = ++n_inside;
    n_inside--;
    pthread_mutex_unlock(&lock);
    return PyLong_FromLong(n);
}

static PyMethodDef methods[] = {
    {"enter", enter, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

MODULE(clean_lock, execute, methods, OWN_GIL)
