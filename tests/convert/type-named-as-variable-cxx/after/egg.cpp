#include "egg.h"
#include "spam_state.h"

static PyObject *
egg_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    Egg *self = (Egg *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->shell = PyList_New(0);
    }
    return (PyObject *)self;
}

static void
egg_dealloc(Egg *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->shell);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Egg_traverse(Egg *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->shell);
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, (void *)egg_dealloc},
    {Py_tp_new, (void *)egg_new},
    {Py_tp_traverse, (void *)Egg_traverse},
    {0, NULL},
};

PyType_Spec Egg_Type_spec = {
    "spam.Egg",
    sizeof(Egg),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    Egg_Type_slots,
};

void
fill_egg(spam_state *state)
{
}
