/* The project's own macros, used rightly. */
#include "../module.h"

#define ENTER_DEALLOC(self, dealloc) Py_TRASHCAN_BEGIN(self, dealloc)
#define DEALLOC_OF(Type) ENTER_DEALLOC(self, Type##_dealloc)
#define DROP_AND_LEAVE(type) \
    Py_DECREF(type); \
    Py_TRASHCAN_END

struct Spam {
    PyObject_HEAD
    PyObject *next;
};

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(reinterpret_cast<Spam *>(self)->next);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    DEALLOC_OF(Spam)
    Py_CLEAR(reinterpret_cast<Spam *>(self)->next);
    type->tp_free(self);
    DROP_AND_LEAVE(type)
}

static PyType_Slot slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(Spam_dealloc)},
    {Py_tp_traverse, reinterpret_cast<void *>(Spam_traverse)},
    {0, nullptr},
};

PyType_Spec spec = {
    "spam.Spam", sizeof(Spam), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    slots,
};
