/* No tp_dealloc, and members that a method, or the next item, empties: not at the end. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    Py_ssize_t n;
} ListObject;

typedef struct {
    PyObject_HEAD
    ListObject *list;
    PyObject *key;
    Py_ssize_t i;
} IterObject;

static PyTypeObject *Iter_type(PyObject *module);

PyObject *
Iter_make(PyObject *module, ListObject *list, PyObject *key)
{
    IterObject *self = PyObject_GC_New(IterObject, Iter_type(module));
    if (self == NULL) {
        return NULL;
    }
    Py_INCREF(list);
    self->list = list;
    self->key = Py_XNewRef(key);
    self->i = 0;
    PyObject_GC_Track(self);
    return (PyObject *)self;
}

static PyObject *
Iter_next(PyObject *op)
{
    IterObject *self = (IterObject *)op;
    ListObject *list = self->list;
    if (list == NULL) {
        return NULL;
    }
    if (self->i < list->n) {
        return PyLong_FromSsize_t(self->i++);
    }
    self->list = NULL;
    Py_DECREF(list);
    return NULL;
}

static PyObject *
Iter_forget(PyObject *op, PyObject *ignored)
{
    Py_CLEAR(((IterObject *)op)->key);
    Py_RETURN_NONE;
}

static int
Iter_traverse(PyObject *op, visitproc visit, void *arg)
{
    IterObject *self = (IterObject *)op;
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(self->list);
    Py_VISIT(self->key);
    return 0;
}

static PyMethodDef methods[] = {{"forget", Iter_forget, METH_NOARGS, NULL}, {0}};
static PyType_Slot slots[] = {
    {Py_tp_iter, PyObject_SelfIter}, {Py_tp_iternext, Iter_next},
    {Py_tp_traverse, Iter_traverse}, {Py_tp_methods, methods}, {0, NULL},
};
#define FLAGS                                                                          \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE                \
     | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Iter_spec = {  // want: lifetime-member-not-released, lifetime-member-not-released
    "spam.Iter", sizeof(IterObject), 0, FLAGS, slots,
};
