#include "../module.h"

namespace {

struct Spam {
    PyObject_HEAD
    PyObject *item;
};

/* Drops a reference when it leaves its block. */
class Ref {
  public:
    explicit Ref(PyTypeObject *type) : type_(type) {}
    ~Ref() { Py_DECREF(type_); }

  private:
    PyTypeObject *type_;
};

void
dealloc(PyObject *op)
{
    auto *self = reinterpret_cast<Spam *>(op);
    auto *const type = Py_TYPE(op);
    Py_CLEAR(self->item);
    type->tp_free(op);
    Py_DECREF(type);
}

void
owner_dealloc(PyObject *op)
{
    Ref type(Py_TYPE(op));
    Py_TYPE(op)->tp_free(op);
}

PyType_Slot slots[] = {{Py_tp_dealloc, reinterpret_cast<void *>(dealloc)}, {0, nullptr}};
PyType_Slot owner_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(owner_dealloc)}, {0, nullptr}};
PyType_Slot lambda_slots[] = {
    {Py_tp_dealloc, reinterpret_cast<void *>(+[](PyObject *op) {
         PyTypeObject *type = Py_TYPE(op);
         type->tp_free(op);
         Py_DECREF(type);
     })},
    {0, nullptr},
};
}

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

PyType_Spec spec{"spam.Spam", sizeof(Spam), 0, FLAGS, slots};  // want-note: gc-flag-missing
PyType_Spec owner_spec{"spam.Owner", sizeof(Spam), 0, FLAGS, owner_slots};
PyType_Spec lambda_spec{"spam.Lambda", sizeof(Spam), 0, FLAGS, lambda_slots};
