/* Functions, and slots of types, that macros make. */
#include <Python.h>

static PyObject *SpamError;

typedef struct {
    PyObject_HEAD
} Spam;

static PyTypeObject Spam_Type, Egg_Type;

#define MAKE_FAIL(name)                          \
    static PyObject *                            \
    name(PyObject *self, PyObject *arg)          \
    {                                            \
        PyErr_SetObject(SpamError, arg);         \
        return NULL;                             \
    }

MAKE_FAIL(fail)
MAKE_FAIL(fail_too)

#define COMMON_SLOTS                             \
    .tp_basicsize = sizeof(Spam),                \
    .tp_flags = Py_TPFLAGS_DEFAULT,              \
    .tp_new = PyType_GenericNew

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    COMMON_SLOTS,
};

static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    COMMON_SLOTS,
};

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"fail_too", fail_too, METH_O, NULL},
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
    if (PyType_Ready(&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
