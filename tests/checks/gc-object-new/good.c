#include "../module.h"

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot slots[] = {{Py_tp_traverse, Spam_traverse}, {0, NULL}};

PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, slots,
};

PyObject *
make(PyTypeObject *type)
{
    return type->tp_alloc(type, 0);
}

PyObject *
make_tracked(PyTypeObject *type)
{
    PyObject *self = PyObject_GC_New(PyObject, type);
    if (self != NULL) {
        PyObject_GC_Track(self);
    }
    return self;
}

/* Of a static type, which has no such flag. */
PyObject *
make_foreign(void)
{
    return PyObject_New(PyObject, &PyBaseObject_Type);
}
