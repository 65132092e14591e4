/* The memory behind a capsule has a mutex of its own, or the capsule is new. */
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
    series *given = PyCapsule_GetPointer(capsule, "spam.series");
    if (given == NULL) {
        return NULL;
    }
    PyMutex_Lock(&given->mutex);
    given->n++;
    PyMutex_Unlock(&given->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_make(PyObject *module, PyObject *unused)
{
    PyObject *capsule = spam_start(module, NULL);
    series *made = capsule != NULL ? PyCapsule_GetPointer(capsule, "spam.series") : NULL;
    if (made != NULL) {
        made->n = 3;
    }
    return capsule;
}

static PyObject *
spam_feed_section(PyObject *module, PyObject *capsule)
{
    series *given = PyCapsule_GetPointer(capsule, "spam.series");
    if (given == NULL) {
        return NULL;
    }
    Py_BEGIN_CRITICAL_SECTION(capsule);
    given->n--;
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"start", spam_start, METH_NOARGS, NULL},
    {"make", spam_make, METH_NOARGS, NULL},
    {"feed", spam_feed, METH_O, NULL},
    {"feed_section", spam_feed_section, METH_O, NULL},
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
