#include "box.h"
#include "spam_state.h"

typedef struct {
    PyObject_HEAD
    PyObject *value;
} BoxObject;

static void
box_dealloc(BoxObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    DROP(self->value);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
box_get(BoxObject *self, PyObject *args, PyObject *kwargs)
{
    static char *no_names[] = {NULL};
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, ":get", no_names)) {
        return NULL;
    }
    Py_INCREF(self->value);
    return self->value;
}

static PyMethodDef box_methods[] = {
    {"__reduce_ex__", spam_reduce_ex, METH_O, NULL},
    {"get", (PyCFunction)(void (*)(void))box_get, METH_VARARGS | METH_KEYWORDS,
     "What is in it."},
    {NULL, NULL, 0, NULL},
};

static int
Box_traverse(BoxObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->value);
    return 0;
}

/* No header knows it, and nobody makes it ready. */
static PyType_Slot Box_Type_slots[] = {
    {Py_tp_dealloc, box_dealloc},
    {Py_tp_getattro, PyObject_GenericGetAttr},
    {Py_tp_methods, box_methods},
    {Py_tp_traverse, Box_traverse},
    {0, NULL},
};

PyType_Spec Box_Type_spec = {
    .name = "spam.Box",
    .basicsize = sizeof(BoxObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Box_Type_slots,
};

PyObject *
box_new(spam_state *state, PyObject *value)
{
    BoxObject *self = (BoxObject *)state->Box_Type->tp_alloc(state->Box_Type,
                                                             0);
    if (self != NULL) {
        Py_INCREF(value);
        self->value = value;
    }
    return (PyObject *)self;
}
