#include "../module.h"

namespace {

struct Spam {
    PyObject_HEAD
    PyObject *item;
};

void
early(PyObject *op)
{
    auto *type = Py_TYPE(op);
    Py_DECREF(type);  // want: lifetime-type-dropped-early
    type->tp_free(op);
}

void
after(PyObject *op)
{
    auto *self = reinterpret_cast<Spam *>(op);
    auto *type = Py_TYPE(op);
    type->tp_free(op);
    Py_XDECREF(self->item);  // want: lifetime-self-after-free
    Py_DECREF(type);
}

void
wrong(PyObject *op)
{
    auto *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    PyObject_Free(op);  // want: lifetime-free-wrong
    Py_DECREF(type);
}

int
traverse(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    return 0;
}

PyType_Slot early_slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(early)}, {0, nullptr}};
PyType_Slot after_slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(after)}, {0, nullptr}};
PyType_Slot wrong_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(wrong)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {0, nullptr},
};
}

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

PyType_Spec early_spec{"spam.Early", sizeof(Spam), 0, FLAGS, early_slots};
PyType_Spec after_spec{"spam.After", sizeof(Spam), 0, FLAGS, after_slots};  // want-note: gc-flag-missing
PyType_Spec wrong_spec{"spam.Wrong", sizeof(Spam), 0, FLAGS | Py_TPFLAGS_HAVE_GC, wrong_slots};
