#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
    PyObject *weakrefs;
    PyObject *dict;
} SpamObject;

static PyMemberDef wrong_type[] = {
    {"__weaklistoffset__", T_OBJECT, offsetof(SpamObject, weakrefs), READONLY, NULL},  // want: type-offset-wrong
    {NULL, 0, 0, 0, NULL},
};
static PyMemberDef writable[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(SpamObject, dict)},  // want: type-offset-wrong
    {NULL, 0, 0, 0, NULL},
};
static PyMemberDef behind[] = {
    {"__weaklistoffset__", T_PYSSIZET, sizeof(SpamObject), READONLY, NULL},  // want: type-offset-wrong
    {NULL, 0, 0, 0, NULL},
};
static PyMemberDef both[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(SpamObject, weakrefs), READONLY, NULL},  // want: type-offset-wrong
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static PyType_Slot wrong_type_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_members, wrong_type}, {0, NULL}};
static PyType_Slot writable_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_members, writable}, {0, NULL}};
static PyType_Slot behind_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_members, behind}, {0, NULL}};
static PyType_Slot both_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_members, both}, {0, NULL}};
static PyType_Slot no_slots[] = {{Py_tp_new, Spam_new}, {0, NULL}};

static void
Lost_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    if (((SpamObject *)self)->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    Py_XDECREF(((SpamObject *)self)->item);
    type->tp_free(self);
    Py_DECREF(type);
}
static PyType_Slot lost_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_dealloc, Lost_dealloc}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
#define SPEC(name, flags, slots)                                               \
    PyType_Spec name##_spec = {"spam." #name, sizeof(SpamObject), 0, flags, slots}

SPEC(WrongType, FLAGS, wrong_type_slots);
SPEC(Writable, FLAGS, writable_slots);
SPEC(Behind, FLAGS, behind_slots);
SPEC(Both, FLAGS | Py_TPFLAGS_MANAGED_WEAKREF, both_slots);
SPEC(Dict, FLAGS | Py_TPFLAGS_MANAGED_DICT, no_slots);  // want: type-offset-wrong
SPEC(Lost, FLAGS, lost_slots);  // want: type-offset-wrong  // want-note: gc-flag-missing
