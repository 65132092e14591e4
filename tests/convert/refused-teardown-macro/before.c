/* A macro for logs in functions that run when the module is gone: one cause. */
#include <Python.h>

static PyObject *log_function;

#define LOG(text) \
    do { \
        if (log_function != NULL) { \
            Py_XDECREF(PyObject_CallFunction(log_function, "s", text)); \
        } \
    } while (0)

typedef struct {
    PyDictObject dict;
    PyObject *name;
} Spam;

static void
One_dealloc(Spam *self)
{
    LOG("One");
    Py_XDECREF(self->name);
    PyDict_Type.tp_dealloc((PyObject *)self);
}

static void
Two_dealloc(Spam *self)
{
    LOG("Two");
    Py_XDECREF(self->name);
    PyDict_Type.tp_dealloc((PyObject *)self);
}

static PyTypeObject One_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.One",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)One_dealloc,
    .tp_base = &PyDict_Type,
};

static PyTypeObject Two_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Two",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_dealloc = (destructor)Two_dealloc,
    .tp_base = &PyDict_Type,
};

static PyObject *
spam_set_log(PyObject *module, PyObject *arg)
{
    (void)module;
    Py_XSETREF(log_function, Py_NewRef(arg));
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"set_log", spam_set_log, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &One_Type) < 0 || PyModule_AddType(m, &Two_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
