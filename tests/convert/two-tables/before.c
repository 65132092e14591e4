#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

static PyObject *
thing_add(PyObject *a, PyObject *b)
{
    Py_RETURN_NONE;
}

static PyObject *
thing_subtract(PyObject *a, PyObject *b)
{
    Py_RETURN_NONE;
}

static Py_ssize_t
thing_length(PyObject *self)
{
    return 0;
}

static PyObject *
thing_ping(PyObject *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

#ifdef SMALL
/* Positional, and in front of what this build compiles. */
static PyNumberMethods thing_as_number = {
    thing_subtract,
    (binaryfunc)thing_add,
    0,
};
#else
static PyNumberMethods thing_as_number = {
    .nb_add = thing_add,
};
#endif

#if defined(FIRST)
static PySequenceMethods thing_as_sequence = {.sq_length = thing_length};
#elif !defined(SECOND)
static PySequenceMethods thing_as_sequence = {0};
#else
static PySequenceMethods thing_as_sequence = {
    .sq_length = thing_length,
#ifdef WITH_CONCAT
    .sq_concat = thing_add,
#endif
};
#endif

/* The methods of things. */
#ifndef SMALL
static PyMethodDef thing_methods[] = {
    {"ping", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#else
static PyMethodDef thing_methods[] = {
    {"pong", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#endif

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &thing_as_number,
    .tp_as_sequence = &thing_as_sequence,
    .tp_methods = thing_methods,
};

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_as_number = &thing_as_number,
    .tp_as_sequence = &thing_as_sequence,
    .tp_methods = thing_methods,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Other_Type) < 0) {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    if (PyModule_AddObject(m, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(&Thing_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Other_Type);
    if (PyModule_AddObject(m, "Other", (PyObject *)&Other_Type) < 0) {
        Py_DECREF(&Other_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
