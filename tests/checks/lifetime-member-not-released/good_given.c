/* Given to the members, and taken from them by somebody, or perhaps. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *closed;   /* another method releases it */
    PyObject *moved;    /* a method returns it */
    PyObject *stolen;   /* a tuple takes it */
    PyObject *handed;   /* so does a helper */
    PyObject *borrowed; /* it has none */
    PyObject *replaced; /* through its address */
    PyObject *number;   /* it never dies */
} SpamObject;

static PyTypeObject *Spam_type(PyObject *module);
int keep(PyObject **place, PyObject *value);

static int
put(PyObject *tuple, PyObject *value)
{
    return PyTuple_SetItem(tuple, 1, value);
}

PyObject *
Spam_make(PyObject *module, PyObject *key)
{
    SpamObject *self = PyObject_New(SpamObject, Spam_type(module));
    if (self == NULL) {
        return NULL;
    }
    self->closed = PyList_New(0);
    self->moved = PyList_New(0);
    self->stolen = PyList_New(0);
    self->handed = PyList_New(0);
    self->borrowed = key;
    self->replaced = PyList_New(0);
    self->number = PyLong_FromLong(1);
    PyObject *pair = PyTuple_New(2);
    if (pair == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, self->stolen);
    if (put(pair, self->handed) < 0 || keep(&self->replaced, key) < 0
        || PyObject_SetAttrString(module, "pair", pair) < 0)
    {
        Py_DECREF(pair);
        Py_DECREF(self);
        return NULL;
    }
    Py_DECREF(pair);
    return (PyObject *)self;
}

static PyObject *
Spam_close(PyObject *op, PyObject *ignored)
{
    Py_CLEAR(((SpamObject *)op)->closed);
    Py_RETURN_NONE;
}

static PyObject *
Spam_take(PyObject *op, PyObject *ignored)
{
    SpamObject *self = (SpamObject *)op;
    PyObject *moved = self->moved;
    self->moved = NULL;
    if (moved == NULL) {
        Py_RETURN_NONE;
    }
    return moved;
}

static void
Spam_dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_Free(op);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"close", Spam_close, METH_NOARGS, NULL}, {"take", Spam_take, METH_NOARGS, NULL}, {0},
};
static PyType_Slot slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_methods, methods}, {0, NULL},
};
#define FLAGS                                                                          \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};

/* The base, which is given later, may release what its struct has. */
static PyType_Slot derived_slots[] = {{Py_tp_methods, methods}, {0, NULL}};
PyType_Spec Derived_spec = {"spam.Derived", sizeof(SpamObject), 0, FLAGS, derived_slots};

PyObject *
make_derived(PyObject *module, PyObject *bases)
{
    return PyType_FromModuleAndSpec(module, &Derived_spec, bases);
}
