/* A macro makes each type ready and publishes it: the types are made first, and are ready when
 * it comes to them. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    int number;
} Spam;

static PyObject *
Spam_number(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(((Spam *)self)->number);
}

static PyMethodDef Spam_methods[] = {
    {"number", Spam_number, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#define SPAM_TYPE(type, type_name)         \
    static PyTypeObject type = {           \
        PyVarObject_HEAD_INIT(NULL, 0)     \
        .tp_name = type_name,              \
        .tp_basicsize = sizeof(Spam),      \
        .tp_flags = Py_TPFLAGS_DEFAULT,    \
        .tp_methods = Spam_methods,        \
        .tp_new = PyType_GenericNew,       \
    }

SPAM_TYPE(Spam_Type, "spam.Spam");
SPAM_TYPE(Egg_Type, "spam.Egg");

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
#define INIT_TYPE(name, type)                                          \
    do {                                                               \
        if (PyType_Ready(type) < 0) {                                  \
            goto error;                                                \
        }                                                              \
        Py_INCREF((PyObject *)type);                                   \
        if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {  \
            Py_DECREF((PyObject *)type);                               \
            goto error;                                                \
        }                                                              \
    } while (0)

    INIT_TYPE("Spam", &Spam_Type);
    INIT_TYPE("Egg", &Egg_Type);
#undef INIT_TYPE
    return module;
error:
    Py_DECREF(module);
    return NULL;
}
