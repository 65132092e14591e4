#include "../module.h"

/* Nobody can make an instance of a subclass. */
static void
Barred_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot barred_slots[] = {{Py_tp_dealloc, Barred_dealloc}, {0, NULL}};
PyType_Spec Barred_spec = {
    "spam.Barred", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_BASETYPE
        | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    barred_slots,
};

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

/* Nobody can derive from it. */
static void
Closed_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL},
};
static PyType_Slot closed_slots[] = {{Py_tp_dealloc, Closed_dealloc}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_HAVE_GC, spam_slots,
};
PyType_Spec Closed_spec = {"spam.Closed", sizeof(PyObject), 0, FLAGS, closed_slots};
