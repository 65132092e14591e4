#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *items;
} IterObject;

static PyObject *
Iter_next(IterObject *self)
{
    return PyIter_Next(self->items);
}

static PyType_Slot slots[] = {{Py_tp_iternext, Iter_next}, {0, NULL}};

static PyType_Spec Iter_spec = {  // want: change-instantiable, lifetime-member-not-released // want-note: change-pickle
    "spam.Iterator", sizeof(IterObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots,
};

PyObject *
make_type(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Iter_spec, NULL);
}

PyObject *
make_iterator(PyTypeObject *type, PyObject *items)
{
    IterObject *self = (IterObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->items = PyObject_GetIter(items);
    }
    return (PyObject *)self;
}
