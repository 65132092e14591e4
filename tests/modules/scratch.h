/* A function that works in a static buffer: what it leaves there is the same in each
 * interpreter that makes the same call. */
#include "module.h"

#ifdef LOCKS
#if PY_VERSION_HEX >= 0x030d0000
static PyMutex lock;
#define LOCK(lock) PyMutex_Lock(lock)
#define UNLOCK(lock) PyMutex_Unlock(lock)
#else
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK(lock) pthread_mutex_lock(lock)
#define UNLOCK(lock) pthread_mutex_unlock(lock)
#endif
#endif

static PyObject *
reverse(PyObject *module, PyObject *text)
{
    static char buffer[64];
    Py_ssize_t size;
    (void)module;
    const char *given = PyUnicode_AsUTF8AndSize(text, &size);
    if (given == NULL) {
        return NULL;
    }
    if (size > (Py_ssize_t)sizeof buffer) {
        PyErr_SetString(PyExc_ValueError, "too long");
        return NULL;
    }
#ifdef LOCKS
    LOCK(&lock);
#endif
    for (Py_ssize_t i = 0; i < size; i++) {
        buffer[i] = given[size - 1 - i];
    }
    PyObject *result = PyUnicode_FromStringAndSize(buffer, size);
#ifdef LOCKS
    UNLOCK(&lock);
#endif
    return result;
}

static int
execute(PyObject *module)
{
    (void)module;
    return 0;
}

static PyMethodDef methods[] = {
    {"reverse", reverse, METH_O, PyDoc_STR("reverse($module, text, /)\n--\n\n")},
    {NULL, NULL, 0, NULL},
};
