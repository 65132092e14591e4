/* A library calls back while an instance is deallocated. */
#include <Python.h>

#include "vendor/pots.h"

static PyObject *PotError;
static long n_closed;

typedef struct {
    PyObject_HEAD
    struct pot pot;
    PyObject *owner;
} PotObject;

static int
on_close(void *data)
{
    PotObject *self = data;
    PyObject *error = PyObject_CallFunction(PotError, "l", ++n_closed);
    if (error == NULL) {
        return -1;
    }
    Py_DECREF(error);
    return self->owner != NULL;
}

static PyObject *
pot_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs))
{
    PyObject *owner = NULL;
    if (!PyArg_ParseTuple(args, "|O", &owner)) {
        return NULL;
    }
    PotObject *self = (PotObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    Py_XINCREF(owner);
    self->owner = owner;
    pot_open(&self->pot, on_close, self);
    return (PyObject *)self;
}

static int
pot_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(((PotObject *)self)->owner);
    return 0;
}

static int
pot_clear(PyObject *self)
{
    Py_CLEAR(((PotObject *)self)->owner);
    return 0;
}

static void
pot_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    if (pot_close(&((PotObject *)self)->pot) < 0) {
        PyErr_WriteUnraisable(NULL);
    }
    (void)pot_clear(self);
    Py_TYPE(self)->tp_free(self);
}

static PyTypeObject Pot_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Pot",
    .tp_basicsize = sizeof(PotObject),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = pot_new,
    .tp_traverse = pot_traverse,
    .tp_clear = pot_clear,
    .tp_dealloc = pot_dealloc,
};

static PyObject *
closed(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(n_closed);
}

static PyMethodDef spam_methods[] = {
    {"closed", closed, METH_NOARGS, NULL},
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    PotError = PyErr_NewException("spam.PotError", NULL, NULL);
    if (PotError == NULL || PyModule_AddType(module, &Pot_Type) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
