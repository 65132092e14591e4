/* A spec has no fields for offsets: members with these names stand for them (3.9). */
#include "../module.h"

struct spam {
    PyObject_HEAD
    PyObject *dict, *weak;
};

static int
spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((struct spam *)self)->dict);
    return 0;
}

static int
spam_clear(PyObject *self)
{
    Py_CLEAR(((struct spam *)self)->dict);
    return 0;
}

static void
spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (((struct spam *)self)->weak != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    (void)spam_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyGetSetDef spam_getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMemberDef spam_members[] = {
    {"__dictoffset__", T_PYSSIZET, offsetof(struct spam, dict), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(struct spam, weak), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot spam_slots[] = {
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_traverse, spam_traverse},
    {Py_tp_clear, spam_clear},
    {Py_tp_getset, spam_getset},
    {Py_tp_members, spam_members},
    {Py_tp_new, PyType_GenericNew},
    {0, NULL},
};

static PyType_Spec spam_spec = {
    .name = "pair.Spam",
    .basicsize = sizeof(struct spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_BASETYPE,
    .slots = spam_slots,
};

static int
fill(PyObject *module)
{
    return add(module, "Spam", PyType_FromModuleAndSpec(module, &spam_spec, NULL));
}
