#include "../module.h"

#if PY_VERSION_HEX < 0x030d0000
#define PyObject_VisitManagedDict _PyObject_VisitManagedDict
#define PyObject_ClearManagedDict _PyObject_ClearManagedDict
#endif

typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
    PyObject *dict;
    vectorcallfunc call;
} SpamObject;

static PyMemberDef members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(SpamObject, weakrefs), READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(SpamObject, dict), READONLY, NULL},
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(SpamObject, call), READONLY, NULL},
    {"call", T_OBJECT, offsetof(SpamObject, dict), 0, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    return type->tp_alloc(type, 0);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((SpamObject *)self)->dict);
    return 0;
}

static int
Spam_clear(PyObject *self)
{
    Py_CLEAR(((SpamObject *)self)->dict);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs(self);
    (void)Spam_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_members, members}, {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse}, {Py_tp_clear, Spam_clear}, {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_HAVE_GC)
PyType_Spec Spam_spec = {"spam.Spam", sizeof(SpamObject), 0, FLAGS, slots};

/* The flags of 3.12 say it without members. */
static int
Managed_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyObject_VisitManagedDict(self, visit, arg);
}

static void
Managed_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs(self);
    PyObject_ClearManagedDict(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot managed_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_dealloc, Managed_dealloc},
    {Py_tp_traverse, Managed_traverse}, {0, NULL},
};
PyType_Spec Managed_spec = {
    "spam.Managed", sizeof(PyObject), 0,
    FLAGS | Py_TPFLAGS_MANAGED_DICT | Py_TPFLAGS_MANAGED_WEAKREF, managed_slots,
};
