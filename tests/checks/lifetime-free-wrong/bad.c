#include "../module.h"

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
    PyObject_Free(self);  // want: lifetime-free-wrong
    Py_DECREF(type);
}

static void
Open_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Del(self);  // want: lifetime-free-wrong
    Py_DECREF(type);
}

static void
Raw_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    free(self);  // want: lifetime-free-wrong
    Py_DECREF(type);
}

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc}, {Py_tp_traverse, Spam_traverse}, {0, NULL},
};
static PyType_Slot open_slots[] = {{Py_tp_dealloc, Open_dealloc}, {0, NULL}};
static PyType_Slot raw_slots[] = {{Py_tp_dealloc, Raw_dealloc}, {0, NULL}};

#define FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE)
PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_HAVE_GC, spam_slots,
};
PyType_Spec Open_spec = {
    "spam.Open", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_BASETYPE, open_slots,
};
PyType_Spec Raw_spec = {
    "spam.Raw", sizeof(PyObject), 0, FLAGS | Py_TPFLAGS_BASETYPE, raw_slots,
};

static void
Plain_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_Del(self);  // want: lifetime-free-wrong
    Py_DECREF(type);
}

PyObject *
make_plain(PyObject *module)
{
    extern PyType_Spec Plain_spec;
    return PyType_FromModuleAndSpec(module, &Plain_spec, NULL);
}

static PyType_Slot plain_slots[] = {{Py_tp_dealloc, Plain_dealloc}, {0, NULL}};
PyType_Spec Plain_spec = {"spam.Plain", sizeof(PyObject), 0, FLAGS, plain_slots};
