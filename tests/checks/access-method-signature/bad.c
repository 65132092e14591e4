#include "../module.h"

static PyObject *
with_class(PyObject *self, PyTypeObject *defining_class, PyObject *const *args,
           Py_ssize_t n_args, PyObject *names)
{
    return Py_XNewRef(names);
}

static PyObject *
with_names(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return Py_XNewRef(kwargs);
}

static PyObject *
fast(PyObject *self, PyObject *const *args, Py_ssize_t n_args, PyObject *names)
{
    Py_RETURN_NONE;
}

static PyObject *
one(PyObject *self, PyObject *value)
{
    return Py_NewRef(value);
}

static int
number(PyObject *self, PyObject *unused)
{
    return 0;
}

#define CAST(function) ((PyCFunction)(void (*)(void))(function))
#define METHOD(name, flags) {#name, CAST(name), flags, NULL}

PyMethodDef methods[] = {
    METHOD(with_class, METH_FASTCALL | METH_KEYWORDS),  // want: access-method-signature
    METHOD(with_names, METH_VARARGS),  // want: access-method-signature
    METHOD(fast, METH_METHOD | METH_FASTCALL | METH_KEYWORDS),  // want: access-method-signature
    METHOD(one, METH_VARARGS | METH_KEYWORDS),  // want: access-method-signature
    {"number", CAST(number), METH_NOARGS},  // want: access-method-signature
    {NULL, NULL, 0, NULL},
};
