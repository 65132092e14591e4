#include "../module.h"

typedef struct {
    PyObject_HEAD
} SpamObject;

static PyObject *
with_class(SpamObject *self, PyTypeObject *defining_class, PyObject *const *args,
           Py_ssize_t n_args, PyObject *names)
{
    Py_RETURN_NONE;
}

static PyObject *
with_names(PyObject *self, PyObject *args, PyObject *kwargs)
{
    Py_RETURN_NONE;
}

/* What is passed and not read does no harm. */
static SpamObject *
itself(SpamObject *self)
{
    return (SpamObject *)Py_NewRef(self);
}

static PyObject *
nothing(void)
{
    Py_RETURN_NONE;
}

/* Passed nothing that it reads: no more than untidy. */
static PyObject *
untidy(PyObject *self, PyObject *args, PyObject *kwargs)
{
    Py_RETURN_NONE;
}

#define CAST(function) ((PyCFunction)(void (*)(void))(function))

PyMethodDef methods[] = {
    {"with_class", CAST(with_class), METH_METHOD | METH_FASTCALL | METH_KEYWORDS},
    {"with_names", CAST(with_names), METH_VARARGS | METH_KEYWORDS},
    {"itself", CAST(itself), METH_NOARGS},
    {"nothing", CAST(nothing), METH_NOARGS},
    {"untidy", CAST(untidy), METH_NOARGS},  // want-note: access-method-signature
    {NULL, NULL, 0, NULL},
};
