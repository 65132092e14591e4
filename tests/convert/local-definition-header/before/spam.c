/* The module's definition is the initialisation's own, and a header has a part of its state. */
#include "egg.h"

static PyObject *
Counter_fail(PyObject *self, PyObject *arg)
{
    return egg_fail(arg);
}

static PyMethodDef Counter_methods[] = {
    {"fail", Counter_fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Counter",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_methods = Counter_methods,
    .tp_new = PyType_GenericNew,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
    };
    PyObject *m;
    if (PyType_Ready(&Counter_Type) < 0) {
        return NULL;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    egg_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (egg_error == NULL) {
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
