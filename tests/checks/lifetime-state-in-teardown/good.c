#include "../module.h"

#include <assert.h>

struct spam_state {
    long n_alive;
};

typedef struct {
    PyObject_HEAD
    PyObject *module;
    struct spam_state *state;
} SpamObject;

extern PyModuleDef spam_module;

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    SpamObject *spam = (SpamObject *)self;
    assert(PyType_GetModuleByDef(type, &spam_module) == spam->module);
    spam->state->n_alive--;
    Py_CLEAR(spam->module);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *
Spam_repr(PyObject *self)
{
    return Py_XNewRef(PyType_GetModuleByDef(Py_TYPE(self), &spam_module));
}

static PyType_Slot slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_repr, Spam_repr},
    {0, NULL},
};

PyType_Spec Spam_spec = {  // want-note: change-pickle  // want-note: gc-flag-missing
    "spam.Spam", sizeof(SpamObject), 0, Py_TPFLAGS_DEFAULT, slots,
};

/* The collector sees no instance of it, so that it clears no such type that has one. */
static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    struct spam_state *state = PyType_GetModuleState(type);
    state->n_alive--;
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot egg_slots[] = {{Py_tp_dealloc, Egg_dealloc}, {0, NULL}};

PyType_Spec Egg_spec = {
    "spam.Egg", sizeof(PyObject), 0, Py_TPFLAGS_DEFAULT, egg_slots,
};
