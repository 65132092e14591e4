#include <Python.h>

static PyObject *Error;
static long opened;

typedef struct {
    PyObject_HEAD
} Connection;

/* Gets texts, too. */
static PyObject *
get_named(PyObject *self, void *closure)
{
    if (closure != &Error) {
        return PyUnicode_FromString(closure);
    }
    Py_INCREF(Error);
    return Error;
}

/* Changes what it got. */
static PyObject *
get_number(PyObject *self, void *closure)
{
    closure = closure != NULL ? closure : &opened;
    return PyLong_FromLong((*(long *)closure)++);
}

static PyGetSetDef connection_getset[] = {
    {"Error", get_named, NULL, NULL, &Error},
    {"name", get_named, NULL, NULL, "name"},
    {"opened", get_number, NULL, NULL, &opened},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyTypeObject Connection_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Connection",
    .tp_basicsize = sizeof(Connection),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_getset = connection_getset,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyType_Ready(&Connection_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    Py_INCREF(&Connection_Type);
    if (PyModule_AddObject(module, "Connection", (PyObject *)&Connection_Type) < 0) {
        Py_DECREF(&Connection_Type);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
