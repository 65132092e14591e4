#include <Python.h>

typedef struct {
    PyBaseExceptionObject base;
    int line;
} ParseError;

typedef struct {
    PyDictObject dict;
    int misses;
} Counter;

static PyTypeObject ParseError_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.ParseError",
    .tp_basicsize = sizeof(ParseError),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static PyTypeObject Counter_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Counter",
    .tp_basicsize = sizeof(Counter),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    ParseError_Type.tp_base = (PyTypeObject *)PyExc_ValueError;
    ParseError_Type.tp_new = ((PyTypeObject *)PyExc_ValueError)->tp_new;
    if (PyType_Ready(&ParseError_Type) < 0
        || PyModule_AddObjectRef(m, "ParseError", (PyObject *)&ParseError_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    Counter_Type.tp_base = &PyDict_Type;
    Counter_Type.tp_init = Counter_Type.tp_base->tp_init;
    if (PyType_Ready(&Counter_Type) < 0
        || PyModule_AddObjectRef(m, "Counter", (PyObject *)&Counter_Type) < 0)
    {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
