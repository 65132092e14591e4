/* Instances that are called by the vectorcall protocol, and a class that is called by it. */
#include "../module.h"

struct spam {
    PyObject_HEAD
    vectorcallfunc call;
};

static PyObject *
spam_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *names)
{
    (void)self;
    (void)args;
    (void)names;
    return PyLong_FromSsize_t(PyVectorcall_NARGS(nargsf));
}

static PyObject *
spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    PyObject *self;
    if (PyTuple_GET_SIZE(args) != 0 || (kwargs != NULL && PyDict_GET_SIZE(kwargs) != 0)) {
        PyErr_SetString(PyExc_TypeError, "Spam takes no arguments");
        return NULL;
    }
    self = type->tp_alloc(type, 0);
    if (self != NULL) {
        ((struct spam *)self)->call = spam_call;
    }
    return self;
}

static PyObject *
spam_make(PyObject *type, PyObject *const *args, size_t nargsf, PyObject *names)
{
    (void)args;
    if (PyVectorcall_NARGS(nargsf) != 0
        || (names != NULL && PyTuple_GET_SIZE(names) != 0))
    {
        PyErr_SetString(PyExc_TypeError, "Spam takes no arguments at all");
        return NULL;
    }
    PyObject *self = ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
    if (self != NULL) {
        ((struct spam *)self)->call = spam_call;
    }
    return self;
}

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "pair.Spam",
    .tp_basicsize = sizeof(struct spam),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL,
    .tp_call = PyVectorcall_Call,
    .tp_vectorcall_offset = offsetof(struct spam, call),
    .tp_new = spam_new,
    .tp_vectorcall = spam_make,
};

static int
fill(PyObject *module)
{
    return add_static(module, "Spam", &Spam_Type);
}
