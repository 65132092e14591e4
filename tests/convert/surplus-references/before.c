/* References to static types that nothing takes over: each would keep a heap type for ever. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;


static PyTypeObject Dict_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Dict",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Attribute_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Attribute",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Helper_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Helper",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Stolen_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Stolen",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject First_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.First",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Second_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Second",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

/* A helper takes a reference that the dictionary does not take over. */
static int
add_type(PyObject *dict, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    return PyDict_SetItemString(dict, name, (PyObject *)type);
}

static int
add_tuple(PyObject *m)
{
    PyObject *pair = Py_BuildValue("(OO)", &Dict_Type, &Attribute_Type);
    Py_INCREF(&Attribute_Type);
    if (pair == NULL) {
        return -1;
    }
    if (PyObject_SetAttrString(m, "pair", pair) < 0) {
        Py_DECREF(pair);
        return -1;
    }
    Py_DECREF(pair);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyTypeObject *types[] = {&First_Type, &Second_Type};
    PyObject *alias;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyObject *d = PyModule_GetDict(m);
    if (PyType_Ready(&Dict_Type) < 0 || PyType_Ready(&Attribute_Type) < 0
        || PyType_Ready(&Stolen_Type) < 0)
    {
        return NULL;
    }
    Py_INCREF(&Dict_Type);
    if (PyDict_SetItemString(d, "Dict", (PyObject *)&Dict_Type) < 0) {
        return NULL;
    }
    alias = (PyObject *)&Attribute_Type;
    if (d != NULL)
        Py_INCREF(alias);
    if (PyObject_SetAttrString(m, "Attribute", alias) < 0) {
        return NULL;
    }
    if (PyModule_AddObjectRef(m, "Again", Py_NewRef(&Attribute_Type)) < 0) {
        return NULL;
    }
    if (add_type(d, "Helper", &Helper_Type) < 0) {
        return NULL;
    }
    Py_INCREF(&Stolen_Type);
    if (PyModule_AddObject(m, "Stolen", (PyObject *)&Stolen_Type) < 0) {
        Py_DECREF(&Stolen_Type);
        return NULL;
    }
    for (size_t i = 0; i < 2; i++) {
        if (PyType_Ready(types[i]) < 0) {
            return NULL;
        }
        Py_INCREF(types[i]);
        if (PyDict_SetItemString(d, types[i]->tp_name + 5, (PyObject *)types[i]) < 0) {
            return NULL;
        }
    }
    if (add_tuple(m) < 0) {
        return NULL;
    }
    return m;
}
