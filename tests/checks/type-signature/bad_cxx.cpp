#include "../module.h"

struct SpamObject {
    PyObject_HEAD
    PyObject *item;
};

extern "C" {
static int
Spam_length(PyObject *self)
{
    return 0;
}

static int
Spam_traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-visited
{
    Py_VISIT(Py_TYPE(op));
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    auto *self = reinterpret_cast<SpamObject *>(op);
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    Py_CLEAR(self->item);
    type->tp_free(op);
    Py_DECREF(Py_TYPE(op));  // want: lifetime-self-after-free
}
}

static PyType_Slot slots[] = {
    {Py_sq_length, reinterpret_cast<void *>(Spam_length)},  // want: type-signature
    {Py_tp_traverse, (void *)Spam_traverse},
    {Py_tp_dealloc, (void *)Spam_dealloc},
    {0, nullptr},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
