/* Objects that are given a type: one in static memory, and instances that become those of another
 * type. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Egg;

static PyTypeObject Open_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Open",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Closed_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Closed",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Missing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Missing",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static Egg missing;

static PyObject *
close_egg(PyObject *m, PyObject *egg)
{
    if (Py_TYPE(egg) == &Open_Type) {
        Py_SET_TYPE(egg, &Closed_Type);
    }
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"close", close_egg, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Open_Type) < 0 || PyModule_AddType(m, &Closed_Type) < 0
        || PyType_Ready(&Missing_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    Py_SET_TYPE(&missing, &Missing_Type);
    Py_SET_REFCNT((PyObject *)&missing, 1);
    if (PyObject_SetAttrString(m, "missing", (PyObject *)&missing) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
