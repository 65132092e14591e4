#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

static PyObject *
thing_repr(PyObject *self)
{
    return PyUnicode_FromString("thing");
}

#ifdef SMALL
static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
};
#else
static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
    .tp_repr = thing_repr,
};
#endif

#ifndef SMALL
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};
#else
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_doc = "A small module.",
    .m_size = -1,
};
#endif

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Thing_Type) < 0) {
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
    return m;
}
