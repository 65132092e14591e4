#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *items;
} IterObject;

typedef struct {
    PyObject_HEAD
    Py_ssize_t n_items;
} CountObject;

static PyObject *
Iter_next(IterObject *self)
{
    return PyIter_Next(self->items);
}

static PyObject *
Count_next(CountObject *self)
{
    return PyLong_FromSsize_t(self->n_items++);
}

static PyObject *
make_iterator(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    IterObject *self = (IterObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->items = PyObject_GetIter(args);
        if (self->items == NULL) {
            Py_DECREF(self);
            return NULL;
        }
    }
    return (PyObject *)self;
}

static PyType_Slot closed_slots[] = {{Py_tp_iternext, Iter_next}, {0, NULL}};
static PyType_Slot open_slots[] = {
    {Py_tp_iternext, Iter_next}, {Py_tp_new, make_iterator}, {0, NULL},
};
static PyType_Slot sub_slots[] = {{Py_tp_iternext, Iter_next}, {0, NULL}};
/* Zero is as good a count as any. */
static PyType_Slot count_slots[] = {{Py_tp_iternext, Count_next}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
PyType_Spec Closed_spec = {  // want: lifetime-member-not-released
    "spam.Closed", sizeof(IterObject), 0, FLAGS | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    closed_slots,
};
PyType_Spec Open_spec = {  // want: lifetime-member-not-released
    "spam.Open", sizeof(IterObject), 0, FLAGS | Py_TPFLAGS_BASETYPE, open_slots,
};
PyType_Spec Sub_spec = {"spam.Sub", sizeof(IterObject), 0, FLAGS, sub_slots};
PyType_Spec Count_spec = {"spam.Count", sizeof(CountObject), 0, FLAGS, count_slots};  // want-note: change-pickle

PyObject *
make_type(PyObject *module)
{
    PyObject *open = PyType_FromModuleAndSpec(module, &Open_spec, NULL);  // want: lifetime-reference-leaked
    return PyType_FromModuleAndSpec(module, &Sub_spec, open);
}
