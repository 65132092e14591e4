#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

/* All that is set is set here, and no C code makes instances. */
static int
Spam_init(PyObject *op, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)op;
    (void)args;
    (void)kwargs;
    Py_XSETREF(self->item, PyLong_FromLong(1));
    return self->item != NULL ? 0 : -1;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(self->item);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_init, Spam_init},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

PyType_Spec spec = {  // want-note: change-pickle
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    slots,
};
