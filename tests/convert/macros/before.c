#include <Python.h>

static PyObject *table;

#define LOOK_UP(key) PyDict_GetItemWithError(table, (key))
#define TABLE table
#ifdef SPAM_TRACE
#define NOTE(key) (printf("%p\n", (void *)table), LOOK_UP(key))
#else
#define NOTE(key) LOOK_UP(key)
#endif

#define MAKE_ADDER(name, text)                                                \
    static PyObject *                                                         \
    name(PyObject *self, PyObject *arg)                                       \
    {                                                                         \
        (void)self;                                                           \
        if (PyDict_SetItemString(table, text, arg) < 0) {                     \
            return NULL;                                                      \
        }                                                                     \
        Py_RETURN_NONE;                                                       \
    }

MAKE_ADDER(add_left, "left")
MAKE_ADDER(add_right, "right")

static PyObject *
spam_get(PyObject *self, PyObject *key)
{
    PyObject *found = NOTE(key);
    assert(TABLE != NULL);
    if (found == NULL) {
        if (!PyErr_Occurred())
            PyErr_SetObject(PyExc_KeyError, key);
        return NULL;
    }
    Py_INCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {"add_left", add_left, METH_O, NULL},
    {"add_right", add_right, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    table = PyDict_New();
    if (table == NULL) {
        return NULL;
    }
    return PyModule_Create(&spam_module);
}
