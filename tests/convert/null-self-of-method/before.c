/* A function of the module that a method calls, with NULL for the module. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
fail(PyObject *ignored, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

typedef struct {
    PyObject_HEAD
    long number;
} Counter;

static PyObject *
Counter_get(Counter *self, PyObject *arg)
{
    if (self->number < 1) {
        return fail(NULL, arg);
    }
    return PyLong_FromLong(self->number);
}

static PyObject *
Counter_fail(PyObject *self, PyObject *arg)
{
    return fail(NULL, arg);
}

static PyMethodDef Counter_methods[] = {
    {"get", (PyCFunction)Counter_get, METH_O, NULL},
    {"fail", Counter_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Counter_methods,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;
    if (PyType_Ready(&Counter_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Counter_Type);
    if (PyModule_AddObject(m, "Counter", (PyObject *)&Counter_Type) < 0) {
        Py_DECREF(&Counter_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
