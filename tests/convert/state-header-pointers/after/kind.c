#include "spam.h"
#include "spam_state.h"

static void
spam_kind_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
spam_kind_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot spam_kind_type_slots[] = {
    {Py_tp_dealloc, spam_kind_dealloc},
    {Py_tp_traverse, spam_kind_traverse},
    {0, NULL},
};

PyType_Spec spam_kind_type_spec = {
    .name = "spam.Kind",
    .basicsize = sizeof(spam_kind),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = spam_kind_type_slots,
};

spam_kind *
spam_kind_of(spam_state *state, int number)
{
    spam_kind *kind = number ? state->spam_round : state->spam_plain;
    state->spam_used.calls++;
    state->spam_used.last = kind->shape;
    Py_INCREF(kind);
    return kind;
}
