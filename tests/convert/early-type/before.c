/* Types that initialisation uses before PyType_Ready: a static type was there. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static PyTypeObject Base_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Base",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Local_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Local",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
    .tp_base = &Base_Type,
};

static PyTypeObject Table_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Table",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Helper_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Helper",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Argument_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Argument",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Late_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Late",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Error_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Error",
    .tp_basicsize = sizeof(PyBaseExceptionObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

#define READY(type, name) \
    do { \
        if (PyType_Ready(&type) < 0 || add(m, name, &type) < 0) { \
            return NULL; \
        } \
    } while (0)

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

static int
add_helper(PyObject *m)
{
    return PyObject_SetAttrString(m, "Helper", (PyObject *)&Helper_Type);
}

static int
add(PyObject *m, const char *name, PyTypeObject *type)
{
    return PyObject_SetAttrString(m, name, (PyObject *)type);
}

static int
ready_types(void)
{
    if (PyType_Ready(&Helper_Type) < 0) {
        return -1;
    }
    return PyType_Ready(&Argument_Type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *local = (PyObject *)&Local_Type;
    PyTypeObject *table[] = {&Table_Type, &Local_Type};
    size_t size = sizeof(Late_Type);
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Base_Type) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Local_Type) < 0 || PyType_Ready(&Table_Type) < 0) {
        return NULL;
    }
    if (PyObject_SetAttrString(m, "Local", local) < 0
        || PyObject_SetAttrString(m, "Table", (PyObject *)table[0]) < 0)
    {
        return NULL;
    }
    if (add_helper(m) < 0 || add(m, "Argument", &Argument_Type) < 0
        || ready_types() < 0)
    {
        return NULL;
    }
    Late_Type.tp_base = &Base_Type;
    if (PyType_Ready(&Late_Type) < 0 || add(m, "Late", &Late_Type) < 0) {
        return NULL;
    }
    Error_Type.tp_base = (PyTypeObject *)PyExc_ValueError;
    READY(Error_Type, "Error");
    if (PyModule_AddIntConstant(m, "size", (long)size) < 0) {
        return NULL;
    }
    return m;
}
