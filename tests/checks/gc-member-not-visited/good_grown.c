/* Bytes that grow in place, names of keywords, what repr() gives: no cycle. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *buffer;
    PyObject *names;
    PyObject *text;
} SpamObject;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->buffer = PyBytes_FromStringAndSize(NULL, 10);
    self->names = PyTuple_New(1);
    self->text = PyObject_Repr(args);
    if (self->buffer == NULL || self->names == NULL || self->text == NULL) {
        Py_DECREF(self);
        return NULL;
    }
    PyTuple_SET_ITEM(self->names, 0, Py_NewRef(kwargs));
    return (PyObject *)self;
}

static PyObject *
Spam_call(PyObject *op, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)op;
    if (_PyBytes_Resize(&self->buffer, 20) < 0) {
        return NULL;
    }
    return PyObject_Vectorcall(args, &kwargs, 0, self->names);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->buffer);
    Py_XDECREF(self->names);
    Py_XDECREF(self->text);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, Spam_new},
    {Py_tp_call, Spam_call},
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, slots,
};
