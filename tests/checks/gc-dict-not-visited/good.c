#include "../module.h"

#if PY_VERSION_HEX < 0x030d0000
#define PyObject_VisitManagedDict _PyObject_VisitManagedDict
#define PyObject_ClearManagedDict _PyObject_ClearManagedDict
#endif

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return PyObject_VisitManagedDict(self, visit, arg);
}

static int
Spam_clear(PyObject *self)
{
    PyObject_ClearManagedDict(self);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)Spam_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse},
    {Py_tp_clear, Spam_clear}, {0, NULL},
};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE)
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_MANAGED_DICT, slots,
};

/* Without the flag there is none. */
static int
Plain_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}
static PyType_Slot plain_slots[] = {{Py_tp_traverse, Plain_traverse}, {0, NULL}};
PyType_Spec Plain_spec = {"spam.Plain", sizeof(PyObject), 0, FLAGS, plain_slots};
