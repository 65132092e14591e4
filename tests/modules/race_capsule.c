/* Memory behind a capsule that a function returns and another one takes. */
#ifndef NAME
#define NAME race_capsule
#endif
#include "race.h"

struct state {
    PyObject *object;
};

struct series {
    PyMutex mutex;
    long n;
};

static void
destroy(PyObject *capsule)
{
    PyMem_RawFree(PyCapsule_GetPointer(capsule, "series"));
}

static PyObject *
make(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    struct series *series = PyMem_RawCalloc(1, sizeof *series);
    if (series == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *capsule = PyCapsule_New(series, "series", destroy);
    if (capsule == NULL) {
        PyMem_RawFree(series);
    }
    return capsule;
}

static PyObject *
count(PyObject *module, PyObject *capsule)
{
    (void)module;
    struct series *series = PyCapsule_GetPointer(capsule, "series");
    if (series == NULL) {
        return NULL;
    }
    LOCK(&series->mutex);
    series->n++;
    UNLOCK(&series->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"count", count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, do_nothing)
