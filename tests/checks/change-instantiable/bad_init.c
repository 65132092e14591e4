#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *owner;
} SpamObject;

static int
Spam_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)op;
    (void)args;
    (void)kwargs;
    Py_XSETREF(self->item, PyLong_FromLong(1));
    return self->item != NULL ? 0 : -1;
}

PyObject *
spam_make(PyTypeObject *type, PyObject *owner)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->owner = Py_NewRef(owner);
        self->item = Py_NewRef(Py_None);
    }
    return (PyObject *)self;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(self->item);
    Py_XDECREF(self->owner);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_init, Spam_init},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

PyType_Spec spec = {  // want: change-instantiable  // want-note: change-pickle, gc-flag-missing
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};
