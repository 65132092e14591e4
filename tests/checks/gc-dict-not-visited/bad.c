#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)  // want: gc-dict-not-visited
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void
Spam_dealloc(PyObject *self)  // want: gc-dict-not-visited
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL},
};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
        | Py_TPFLAGS_MANAGED_DICT,
    slots,
};
