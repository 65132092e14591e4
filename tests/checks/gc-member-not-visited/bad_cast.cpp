/* The object behind a function that casts. */
#include "../module.h"

class Spam {
public:
    PyObject_HEAD
    PyObject *seen;
    PyObject *unseen;

    static Spam *from(PyObject *op) { return reinterpret_cast<Spam *>(op); }
    static int traverse(PyObject *op, visitproc visit, void *arg);
    static int clear(PyObject *op);
    static void dealloc(PyObject *op);
};

int
Spam::traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-member-not-visited
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(from(op)->seen);
    return 0;
}

int
Spam::clear(PyObject *op)
{
    auto *self = from(op);
    Py_CLEAR(self->seen);
    Py_CLEAR(self->unseen);
    return 0;
}

void
Spam::dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(&Spam::dealloc)},
    {Py_tp_traverse, reinterpret_cast<void *>(&Spam::traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(&Spam::clear)},
    {0, nullptr},
};
PyType_Spec spam_spec = {
    "spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
