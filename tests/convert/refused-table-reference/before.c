/* Types of a table that are given away, without references. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;

static PyTypeObject Given_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Given",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Direct_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Direct",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Drop_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Drop",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

static int
give(PyObject *m, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    return PyModule_AddObject(m, name, (PyObject *)type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyTypeObject *types[] = {&Given_Type, &Direct_Type};
    static const char *const names[] = {"Given", "Direct"};
    for (int i = 0; i < 2; i++) {
        if (PyType_Ready(types[i]) < 0) {
            return NULL;
        }
        if (PyModule_AddObject(m, names[i], (PyObject *)types[i]) < 0) {
            return NULL;
        }
    }
    return m;
}
