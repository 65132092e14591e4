/* An object by value, with a value of its own. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Nothing;

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Nothing",
    .tp_basicsize = sizeof(Nothing),
};

static Nothing nothing = {PyObject_HEAD_INIT(&Spam_Type) 7};

static PyObject *
get_nothing(PyObject *self, PyObject *Py_UNUSED(args))
{
    Py_INCREF(&nothing);
    return (PyObject *)&nothing;
}

static PyMethodDef methods[] = {
    {"get_nothing", get_nothing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyType_Ready(&Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
