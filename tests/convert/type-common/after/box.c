#include "box.h"
#include "spam_state.h"

static PyObject *
box_value(Box *self, PyObject *ignored)
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef box_methods[] = {
    {"value", (PyCFunction)box_value, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Box_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_methods, box_methods},
    {Py_tp_dealloc, Box_dealloc},
    {0, NULL},
};

PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Box_Type_slots,
};

PyObject *
box_new(spam_state *state, long value)
{
    Box *self = PyObject_New(Box, state->Box_Type);
    if (self != NULL)
        self->value = value;
    return (PyObject *)self;
}
