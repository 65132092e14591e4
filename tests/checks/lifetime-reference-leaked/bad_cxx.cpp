// The C in C++ is followed like C.
#include "../module.h"

struct table {
    explicit table(int size) : size(size) {}
    int size;
};

extern "C" {

typedef struct {
    PyObject_HEAD
    int size;
    table *rows;
} Sheet;

// Memory of C++ comes and goes beside the object.
PyObject *
sheet_new(PyTypeObject *type, PyObject *args, PyObject *)
{
    Sheet *self = (Sheet *)type->tp_alloc(type, 0);  // want: lifetime-reference-leaked
    if (self == NULL) {
        return NULL;
    }
    delete self->rows;
    self->rows = new table(self->size);
    if (!PyArg_ParseTuple(args, "i", &self->size)) {
        return NULL;
    }
    return (PyObject *)self;
}

PyType_Slot sheet_slots[] = {
    {Py_tp_new, (void *)sheet_new},
    {0, NULL},
};

static PyObject *
listed(PyObject *self, PyObject *argument)
{
    PyObject *list = PyList_New(0);  // want: lifetime-reference-leaked
    if (list == nullptr || PyList_Append(list, argument) < 0) {
        return NULL;
    }
    return list;
}

PyMethodDef methods[] = {
    {"listed", listed, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
}
