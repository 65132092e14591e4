#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *item;
} SpamObject;

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((SpamObject *)self)->item);
    return 0;
}

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_CLEAR(((SpamObject *)self)->item);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_traverse, Spam_traverse},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_base, &PyBaseObject_Type},
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(SpamObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_slots,
};

extern PyTypeObject Foreign_Type;

PyObject *
make(PyObject *module)
{
    return PyType_FromModuleAndSpec(module, &Spam_spec, (PyObject *)&Foreign_Type);
}
