#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
} SpamObject;

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(SpamObject, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static void
release(SpamObject *self)
{
    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs((PyObject *)self);
    }
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    release((SpamObject *)self);
    type->tp_free(self);
    Py_DECREF(type);
}

/* The interpreter's own dealloc clears them. */
static PyType_Slot default_slots[] = {{Py_tp_members, members}, {0, NULL}};
static PyType_Slot slots[] = {
    {Py_tp_members, members}, {Py_tp_dealloc, Spam_dealloc}, {0, NULL}};

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};
PyType_Spec Default_spec = {"spam.Default", sizeof(SpamObject), 0, FLAGS, default_slots};
