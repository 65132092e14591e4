#include "box.h"

static PyObject *
box_value(Box *self, PyObject *ignored)
{
    return PyLong_FromLong(self->value);
}

static PyMethodDef box_methods[] = {
    {"value", (PyCFunction)box_value, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Box",
    .tp_basicsize = sizeof(Box),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = box_methods,
};

PyObject *
box_new(long value)
{
    Box *self = PyObject_New(Box, &Box_Type);
    if (self != NULL)
        self->value = value;
    return (PyObject *)self;
}
