#include <Python.h>
#include "../y/spam_state.h"
typedef struct { PyObject_HEAD PyObject *item; } Box;
static void Box_dealloc(Box *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    Py_XDECREF(self->item);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}
static int X_traverse(Box *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->item);
    return 0;
}

static PyType_Slot X_Type_slots[] = {
    {Py_tp_dealloc, Box_dealloc},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_traverse, X_traverse},
    {0, NULL},
};

PyType_Spec X_Type_spec = {
    .name = "spam.X",
    .basicsize = sizeof(Box),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = X_Type_slots,
};
PyObject *x_get(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    if (state->cache == NULL) state->cache = PyLong_FromLong(1);
    Py_XINCREF(state->cache);
    return state->cache;
}
