#include "types.h"
#include "spam_state.h"

PyObject *
Egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    spam_state *state = get_spam_state_by_final_type(type);
    if (state->egg_limit == 0) {
        PyErr_Format(state->EggError, "version %d", egg_version);
        return NULL;
    }
    state->egg_limit--;
    return type->tp_alloc(type, 0);
}

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Egg_type_slots[] = {
    {Py_tp_new, Egg_new},
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

PyType_Spec Egg_type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_type_slots,
};

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Ham_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Ham_type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Ham_dealloc},
    {Py_tp_traverse, Ham_traverse},
    {0, NULL},
};

PyType_Spec Ham_type_spec = {
    .name = "spam.Ham",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Ham_type_slots,
};
