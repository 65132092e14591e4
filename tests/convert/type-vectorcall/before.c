/* A type that gets the function which calls it at import: no slot of a spec, a field. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
} SpamObject;

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(SpamObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .tp_new = PyType_GenericNew,
};

static PyObject *
spam_vectorcall(PyObject *type, PyObject *const *args, size_t n, PyObject *names)
{
    SpamObject *self = PyObject_New(SpamObject, (PyTypeObject *)type);
    if (self != NULL) {
        self->n = PyVectorcall_NARGS(n);
    }
    return (PyObject *)self;
}

static PyObject *
spam_size(PyObject *module, PyObject *object)
{
    if (!PyObject_TypeCheck(object, &Spam_Type)) {
        PyErr_SetString(PyExc_TypeError, "Spam expected");
        return NULL;
    }
    return PyLong_FromSsize_t(((SpamObject *)object)->n);
}

static PyMethodDef spam_methods[] = {
    {"size", spam_size, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    Spam_Type.tp_vectorcall = spam_vectorcall;
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    if (PyModule_AddType(m, &Spam_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
