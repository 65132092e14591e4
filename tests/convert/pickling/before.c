/* What protocols 0 and 1 would lose is refused by a method: of Names, whose base can be
 * made by Python code, and of Child.  Plain cannot be made, and Node was not refused. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyListObject list;
    int n;
} NamesObject;

typedef struct {
    PyObject_HEAD
    int n;
} NodeObject;

static PyTypeObject Names_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Names",
    .tp_basicsize = sizeof(NamesObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyObject *
node_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static PyTypeObject Node_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Node",
    .tp_basicsize = sizeof(NodeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = node_new,
};

static PyTypeObject Child_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Child",
    .tp_basicsize = sizeof(NodeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_base = &Node_Type,
};

static PyTypeObject Plain_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Plain",
    .tp_basicsize = sizeof(NodeObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    Names_Type.tp_base = &PyList_Type;
    if (PyType_Ready(&Names_Type) < 0 || PyType_Ready(&Node_Type) < 0
        || PyType_Ready(&Child_Type) < 0 || PyType_Ready(&Plain_Type) < 0)
    {
        return NULL;
    }
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Py_INCREF(&Names_Type);
    if (PyModule_AddObject(m, "Names", (PyObject *)&Names_Type) < 0) {
        Py_DECREF(&Names_Type);
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(&Child_Type);
    if (PyModule_AddObject(m, "Child", (PyObject *)&Child_Type) < 0) {
        Py_DECREF(&Child_Type);
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
