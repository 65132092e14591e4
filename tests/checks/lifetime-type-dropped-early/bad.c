#include "../module.h"

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_DECREF(type);  // want: lifetime-type-dropped-early
    type->tp_free(self);
}

static void
Ham_dealloc(PyObject *self)
{
    freefunc release = (freefunc)PyType_GetSlot(Py_TYPE(self), Py_tp_free);
    Py_DECREF(Py_TYPE(self));  // want: lifetime-type-dropped-early
    release(self);
}

#define SPEC(name)                                                                  \
    static PyType_Slot name##_slots[] = {{Py_tp_dealloc, name##_dealloc}, {0, NULL}}; \
    PyType_Spec name##_spec = {                                                     \
        "spam." #name, sizeof(PyObject), 0,                                         \
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE                               \
            | Py_TPFLAGS_DISALLOW_INSTANTIATION,                                    \
        name##_slots,                                                               \
    }

SPEC(Spam);
SPEC(Ham);
