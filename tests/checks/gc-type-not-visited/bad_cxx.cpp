#include "../module.h"

namespace {

struct Spam {
    PyObject_HEAD
    PyObject *item;
};

int
traverse(PyObject *op, visitproc visit, void *arg)  // want: gc-type-not-visited
{
    auto &self = *reinterpret_cast<Spam *>(op);
    Py_VISIT(self.item);
    return 0;
}

int
clear(PyObject *op)
{
    Py_CLEAR(reinterpret_cast<Spam *>(op)->item);
    return 0;
}

void
dealloc(PyObject *op)  // want: gc-not-untracked
{
    auto *type = Py_TYPE(op);
    clear(op);
    type->tp_free(op);
    Py_DECREF(type);
}

void
bare_dealloc(PyObject *op)
{
    auto *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    type->tp_free(op);
    Py_DECREF(type);
}

PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
    {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
    {Py_tp_clear, reinterpret_cast<void *>(clear)},
    {0, nullptr},
};
PyType_Slot bare_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(bare_dealloc)}, {0, nullptr}};
}

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

PyType_Spec spec{"spam.Spam", sizeof(Spam), 0, FLAGS | Py_TPFLAGS_HAVE_GC, slots};
PyType_Spec bare_spec{  // want: gc-no-traverse
    "spam.Bare", sizeof(Spam), 0, FLAGS | Py_TPFLAGS_HAVE_GC, bare_slots};

extern "C" PyObject *
make(PyTypeObject *type)
{
    auto *self = PyObject_GC_New(Spam, type);  // want: gc-not-tracked
    if (self != nullptr) {
        self->item = nullptr;
    }
    return reinterpret_cast<PyObject *>(self);
}
