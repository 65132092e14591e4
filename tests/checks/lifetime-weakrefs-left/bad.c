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
Spam_dealloc(PyObject *self)  // want: lifetime-weakrefs-left
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static void
Managed_dealloc(PyObject *self)  // want: lifetime-weakrefs-left
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_members, members}, {Py_tp_dealloc, Spam_dealloc}, {0, NULL}};
static PyType_Slot managed_slots[] = {{Py_tp_dealloc, Managed_dealloc}, {0, NULL}};

#define FLAGS                                                                         \
    (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};
PyType_Spec Managed_spec = {
    "spam.Managed", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_MANAGED_WEAKREF,
    managed_slots,
};
