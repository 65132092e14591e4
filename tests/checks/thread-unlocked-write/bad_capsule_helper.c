/* A helper gives the memory behind a capsule, and another one writes it. */
#include <Python.h>

typedef struct {
    PyMutex mutex;
    long n;
} series;

static void
drop(PyObject *capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, "spam.series"));
}

static series *
series_of(PyObject *capsule)
{
    return (series *)PyCapsule_GetPointer(capsule, "spam.series");
}

static void
feed(series *given)
{
    given->n++;  // want: thread-unlocked-write
}

static PyObject *
spam_start(PyObject *module, PyObject *unused)
{
    series *made = PyMem_Calloc(1, sizeof(series));
    if (made == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *capsule = PyCapsule_New(made, "spam.series", drop);
    if (capsule == NULL) {
        PyMem_Free(made);
        return NULL;
    }
    series *fresh = PyCapsule_GetPointer(capsule, "spam.series");
    fresh->n = 1;
    return capsule;
}

static PyObject *
spam_feed(PyObject *module, PyObject *capsule)
{
    series *given = series_of(capsule);
    if (given == NULL) {
        return NULL;
    }
    feed(given);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"start", spam_start, METH_NOARGS, NULL},
    {"feed", spam_feed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
