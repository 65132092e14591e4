#include "common.h"

typedef struct {
    PyObject_HEAD
    spam_state *state;
} SpamObject;

static PyObject *
Spam_count(SpamObject *self, PyObject *ignored)
{
    return PyLong_FromLong(self->state->n_alive);
}

static PyMethodDef methods[] = {
    {"count", (PyCFunction)Spam_count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot type_slots[] = {{Py_tp_methods, methods}, {0, NULL}};

static PyType_Spec Spam_spec = {
    "spam.Spam", sizeof(SpamObject), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    type_slots,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->type = (PyTypeObject *)PyType_FromSpec(&Spam_spec);  // want-note: type-without-module
    if (state->type == NULL) {
        return -1;
    }
    SpamObject *only = (SpamObject *)state->type->tp_alloc(state->type, 0);
    if (only == NULL) {
        return -1;
    }
    only->state = state;  // want: lifetime-state-unheld
    int failed = PyModule_AddObjectRef(module, "only", (PyObject *)only);
    Py_DECREF(only);
    return failed;
}
