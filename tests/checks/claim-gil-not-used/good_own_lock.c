/* The project's own functions take the lock and give it back; one may fail to.
 * It needs Python 3.13. */
#include "../module.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long counter;  // want-note: state-static-data
static long total;  // want-note: state-static-data

static void
enter(void)
{
    pthread_mutex_lock(&mutex);
}

static int
enter_room(long room)
{
    enter();
    if (room < 0) {
        pthread_mutex_unlock(&mutex);
        return -1;
    }
    return 0;
}

static void
leave(void)
{
    pthread_mutex_unlock(&mutex);
}

static PyObject *
count(PyObject *module, PyObject *ignored)
{
    enter();
    long now = ++counter;
    leave();
    if (enter_room(now) < 0) {
        return PyErr_NoMemory();
    }
    total += now;
    leave();
    return PyLong_FromLong(now);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
