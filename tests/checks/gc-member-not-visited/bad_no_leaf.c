/* What looks like strings may be set to anything; both functions drop `name`. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item, *unused, *name, *size;
} SpamObject;

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-visited, gc-member-not-visited, gc-member-not-visited
{
    SpamObject *self = (SpamObject *)op;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static int
Spam_clear(PyObject *op)
{
    Py_CLEAR(((SpamObject *)op)->item);
    Py_CLEAR(((SpamObject *)op)->name);
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Spam_clear(op);
    Py_CLEAR(self->unused);
    Py_XDECREF(self->name);
    Py_XDECREF(self->size);
    type->tp_free(op);
    Py_DECREF(type);
}

static int
Spam_fill(SpamObject *self, const char *data, Py_ssize_t n)
{
    Py_XSETREF(self->unused, PyBytes_FromStringAndSize(data, n));
    PyObject *name = PyObject_CallFunction((PyObject *)Py_TYPE(self), "s", data);
    if (name == NULL) {
        return -1;
    }
    Py_XDECREF(self->name);
    self->name = name;
    self->size = n > 0 ? PyLong_FromSsize_t(n) : NULL;
    return 0;
}

static PyObject *
Spam_feed(PyObject *op, PyObject *args)
{
    Py_buffer view;
    if (!PyArg_ParseTuple(args, "y*O:feed", &view, &((SpamObject *)op)->size)) {
        return NULL;
    }
    int status = Spam_fill((SpamObject *)op, view.buf, view.len);
    PyBuffer_Release(&view);
    if (status < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"feed", Spam_feed, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"unused", T_OBJECT, offsetof(SpamObject, unused), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {0, NULL},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
