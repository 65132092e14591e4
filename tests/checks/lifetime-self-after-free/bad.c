#include "../module.h"

typedef struct {
    PyObject_HEAD
    char *buffer;
} SpamObject;

static void
Spam_dealloc(PyObject *self)
{
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(Py_TYPE(self));  // want: lifetime-self-after-free
}

static void
release(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static void
Ham_dealloc(SpamObject *self)
{
    release((PyObject *)self);
    PyMem_Free(self->buffer);  // want: lifetime-self-after-free
}

#define SPEC(name)                                                                  \
    static PyType_Slot name##_slots[] = {{Py_tp_dealloc, name##_dealloc}, {0, NULL}}; \
    PyType_Spec name##_spec = {                                                     \
        "spam." #name, sizeof(SpamObject), 0,                                       \
        Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE                               \
            | Py_TPFLAGS_DISALLOW_INSTANTIATION,                                    \
        name##_slots,                                                               \
    }

SPEC(Spam);
SPEC(Ham);
