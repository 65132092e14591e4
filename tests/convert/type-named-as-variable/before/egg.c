#include "egg.h"

static PyObject *
egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Egg *self = (Egg *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->shell = PyList_New(0);
    }
    return (PyObject *)self;
}

static void
egg_dealloc(Egg *self)
{
    Py_XDECREF(self->shell);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_dealloc = (destructor)egg_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = egg_new,
};
