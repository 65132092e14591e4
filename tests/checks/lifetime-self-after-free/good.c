#include "../module.h"

typedef struct {
    PyObject_HEAD
    char *buffer;
    int is_small;
} SpamObject;

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(self);
    PyMem_Free(self->buffer);
    type->tp_free(self);
    Py_DECREF(type);
}

/* Each branch frees for itself. */
static void
Ham_dealloc(SpamObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (self->is_small) {
        PyObject_Free(self);
        Py_DECREF(type);
        return;
    }
    PyMem_Free(self->buffer);
    Py_TYPE(self)->tp_free(self);
    Py_DECREF(type);
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
