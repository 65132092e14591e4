/* Types that are made ready more than once: PyType_Ready answers at once for a type that is
 * ready, while a heap type is made anew each time. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Thing;

static PyTypeObject First = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_ready_again.First",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Second = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_ready_again.Second",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Third = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_ready_again.Third",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Fourth = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_ready_again.Fourth",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Fifth = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "type_ready_again.Fifth",
    .tp_basicsize = sizeof(Thing),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
};

static int
add(PyObject *m, const char *name, PyTypeObject *type)
{
    Py_INCREF(type);
    if (PyModule_AddObject(m, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

static int
make_third(void)
{
    return PyType_Ready(&Third);
}

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "type_ready_again", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_type_ready_again(void)
{
    PyObject *m;

    if (PyType_Ready(&First) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Second) < 0 || make_third() < 0) {
        return NULL;
    }
    if (Py_OptimizeFlag) {
        if (PyType_Ready(&Fourth) < 0) {
            return NULL;
        }
    }
    else {
        if (PyType_Ready(&Fourth) < 0) {
            return NULL;
        }
    }

    switch (Py_OptimizeFlag) {
    case 0:
        if (PyType_Ready(&Fifth) < 0) {
            return NULL;
        }
        break;
    default:
        if (PyType_Ready(&Fifth) < 0) {
            return NULL;
        }
    }

    m = PyModule_Create(&definition);
    if (m == NULL) {
        return NULL;
    }

    /* All of them once more. */
    if (PyType_Ready(&First) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Second) < 0) {
        return NULL;
    }
    if (PyType_Ready(&Third) < 0 || PyType_Ready(&Fourth) < 0) {
        return NULL;
    }
    if (add(m, "First", &First) < 0 || add(m, "Second", &Second) < 0
        || add(m, "Third", &Third) < 0 || add(m, "Fourth", &Fourth) < 0
        || add(m, "Fifth", &Fifth) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
