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
    return PyObject_New(PyObject, type);  // want: gc-object-new
}

PyVarObject *
make_sized(PyTypeObject *type)
{
    return PyObject_NewVar(PyVarObject, type, 3);  // want: gc-object-new
}
