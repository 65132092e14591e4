#include "../module.h"

namespace {

struct Spam {
    PyObject_HEAD
    PyObject *item;
};

void
dealloc(PyObject *op)  // want: lifetime-type-not-dropped
{
    auto *self = reinterpret_cast<Spam *>(op);
    Py_CLEAR(self->item);
    Py_TYPE(op)->tp_free(op);
}

/* By a method. */
struct Counted {
    PyObject_HEAD
    PyObject *item;
    void release()
    {
        Py_CLEAR(item);
        Py_TYPE(reinterpret_cast<PyObject *>(this))->tp_free(this);
    }
    static void dealloc(PyObject *op)  // want: lifetime-type-not-dropped
    {
        static_cast<Counted *>(static_cast<void *>(op))->release();
    }
};

PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(dealloc)}, {0, nullptr}};
PyType_Slot counted_slots[]{
    {Py_tp_dealloc, reinterpret_cast<void *>(&Counted::dealloc)},
    {0, nullptr},
};
}

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

PyType_Spec spec = {  // want-note: gc-flag-missing
    .name = "spam.Spam", .basicsize = sizeof(Spam), .itemsize = 0, .flags = FLAGS,
    .slots = slots,
};
PyType_Spec counted_spec{"spam.Counted", sizeof(Counted), 0, FLAGS, counted_slots};
