typedef struct {
    PyObject_HEAD
    PyObject *weakrefs;
} Box;

static void
box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    PyObject_ClearWeakRefs((PyObject *)self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

#include "spam_state.h"

static int
Box_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyMemberDef Box_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Box, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot Box_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_traverse, Box_traverse},
    {Py_tp_members, Box_Type_members},
    {0, NULL},
};

static PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Box_Type_slots,
};

static int
box_init(PyObject *this_module)
{
    spam_state *state = get_spam_state(this_module);
    return ((state->Box_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                 this_module, &Box_Type_spec, NULL)) == NULL ? -1 : 0);
}
