#include <Python.h>
typedef struct { PyObject_HEAD PyObject *item; } Box;
static PyObject *cache;
static void Box_dealloc(Box *self) { Py_XDECREF(self->item); Py_TYPE(self)->tp_free((PyObject *)self); }
PyTypeObject X_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.X", .tp_basicsize = sizeof(Box), .tp_dealloc = (destructor)Box_dealloc,
    .tp_flags = Py_TPFLAGS_DEFAULT, .tp_new = PyType_GenericNew,
};
PyObject *x_get(PyObject *self, PyObject *args) { if (cache == NULL) cache = PyLong_FromLong(1); Py_XINCREF(cache); return cache; }
