/* References to static types that paths take and give away differently. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;

static PyTypeObject Dict_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Dict",
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

static PyTypeObject Both_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Both",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Kept_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Kept",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

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

/* A helper that takes its own, and releases it where the dictionary fails. */
static int
add_to_dict(PyObject *dict, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    if (PyDict_SetItemString(dict, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

/* A helper that takes the reference of its caller over. */
static int
give(PyObject *m, const char *name, PyTypeObject *type)
{
    return PyModule_AddObject(m, name, (PyObject *)type);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyObject *d = PyModule_GetDict(m);
    if (PyType_Ready(&Dict_Type) < 0 || PyType_Ready(&Stolen_Type) < 0
        || PyType_Ready(&Both_Type) < 0 || PyType_Ready(&Kept_Type) < 0)
    {
        goto failed;
    }
    Py_INCREF(&Dict_Type);
    if (PyDict_SetItemString(d, "Dict", (PyObject *)&Dict_Type) < 0) {
        Py_DECREF(&Dict_Type);
        goto failed;
    }
    if (add_to_dict(d, "Helper", &Helper_Type) < 0) {
        goto failed;
    }
    Py_INCREF(&Stolen_Type);
    if (give(m, "Stolen", &Stolen_Type) < 0) {
        Py_DECREF(&Stolen_Type);
        goto failed;
    }
    /* One of the two is given away. */
    Py_INCREF(&Both_Type);
    if (PyModule_AddObject(m, "Both", (PyObject *)&Both_Type) < 0) {
        Py_DECREF(&Both_Type);
        goto failed;
    }
    Py_INCREF(&Both_Type);
    if (PyDict_SetItemString(d, "Again", (PyObject *)&Both_Type) < 0) {
        Py_DECREF(&Both_Type);
        goto failed;
    }
    /* It is held while code runs. */
    Py_INCREF(&Kept_Type);
    if (PyObject_SetAttrString(m, "Kept", (PyObject *)&Kept_Type) < 0) {
        Py_DECREF(&Kept_Type);
        goto failed;
    }
    Py_DECREF(&Kept_Type);
    /* Nothing is taken for what is given away, or released. */
    if (PyType_Ready(&Given_Type) < 0 || PyType_Ready(&Direct_Type) < 0
        || PyType_Ready(&Drop_Type) < 0)
    {
        goto failed;
    }
    if (give(m, "Given", &Given_Type) < 0) {
        goto failed;
    }
    if (PyModule_AddObject(m, "Direct", (PyObject *)&Direct_Type) < 0) {
        Py_DECREF(&Direct_Type);
        goto failed;
    }
    if (PyObject_SetAttrString(m, "Drop", (PyObject *)&Drop_Type) < 0) {
        Py_DECREF(&Drop_Type);
        goto failed;
    }
    return m;
failed:
    Py_DECREF(m);
    return NULL;
}
