#include <Python.h>

typedef struct {
    PyObject_HEAD
} Thing;

static PyTypeObject Thing_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Thing",
    .tp_basicsize = sizeof(Thing),
#ifdef HAVE_NEW
    .tp_new = PyType_GenericNew,
#endif
#ifdef HAVE_SUBCLASSES
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
#else
    .tp_flags = Py_TPFLAGS_DEFAULT,
#endif
    .tp_repr = PyObject_Repr,
#ifdef HAVE_TEXT
    .tp_str = PyObject_Repr
#ifdef HAVE_LONG_TEXT
    + 0
#endif
    ,
#endif
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module;

    if (PyType_Ready(&Thing_Type) < 0) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Py_INCREF(&Thing_Type);
    if (PyModule_AddObject(module, "Thing", (PyObject *)&Thing_Type) < 0) {
        Py_DECREF(&Thing_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
