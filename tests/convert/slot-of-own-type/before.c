#include <Python.h>

typedef struct {
    PyObject_HEAD
    long number;
} unit;

static PyObject *the_unit;
static PyTypeObject Unit_Type;
static PyTypeObject Other_Type;

static PyObject *
spam_unit(PyObject *self, PyObject *unused)
{
    (void)self;
    (void)unused;
    Py_INCREF(the_unit);
    return the_unit;
}

static PyTypeObject Unit_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Unit",
    .tp_basicsize = sizeof(unit),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Other_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Other",
    .tp_basicsize = sizeof(unit),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyMethodDef methods[] = {
    {"unit", spam_unit, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

/* What it is given is called through a pointer, which may do anything with it. */
static int
each_type(PyObject *dict, int (*call)(PyObject *, const char *, PyObject *))
{
    Py_INCREF(&Other_Type);
    return call(dict, "Other", (PyObject *)&Other_Type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Unit_Type) < 0 || PyType_Ready(&Other_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    if ((the_unit = Unit_Type.tp_alloc(&Unit_Type, 0)) == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Unit_Type);
    if (PyDict_SetItemString(PyModule_GetDict(m), "Unit", (PyObject *)&Unit_Type) < 0
        || each_type(PyModule_GetDict(m), PyDict_SetItemString) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
