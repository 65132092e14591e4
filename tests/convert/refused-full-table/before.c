#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

static PyObject *
thing_ping(PyObject *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

/* No room for a method. */
static PyMethodDef thing_methods[2] = {
    {"ping", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef other_methods[3] = {
    {"ping", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#ifdef SMALL
static PyMethodDef third_methods[2] = {
    {"pong", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#else
static PyMethodDef third_methods[] = {
    {"ping", thing_ping, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
#endif

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = thing_methods,
};

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = other_methods,
};

static PyTypeObject Third_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Third",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = third_methods,
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
    if (PyType_Ready(&Third_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
