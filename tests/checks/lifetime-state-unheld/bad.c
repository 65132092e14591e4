#include "common.h"

typedef struct {
    PyObject_HEAD
    spam_state *state;
    PyObject *item;
} SpamObject;

static PyObject *
Spam_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    SpamObject *self = (SpamObject *)type->tp_alloc(type, 0);
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
    if (self == NULL || module == NULL) {
        Py_XDECREF(self);
        return NULL;
    }
    self->state = PyModule_GetState(module);
    self->state->n_alive++;
    return (PyObject *)self;
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((SpamObject *)self)->item);
    return 0;
}

static void
Spam_dealloc(PyObject *op)
{
    SpamObject *self = (SpamObject *)op;
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    self->state->n_alive--;  // want: lifetime-state-unheld
    Py_CLEAR(self->item);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot type_slots[] = {
    {Py_tp_new, Spam_new}, {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse}, {0, NULL},
};

static PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE, type_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, &Spam_spec, NULL);
    return state->type == NULL ? -1 : PyModule_AddType(module, state->type);
}
