#include "../module.h"

struct state {
    PyTypeObject *Spam_Type;
};

static PyObject *
make(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    struct state *state = PyModule_GetState(self);
    PyObject *spam = PyObject_New(PyObject, state->Spam_Type);
    if (spam == NULL) {
        return NULL;
    }
    if (!PyObject_Init(spam, state->Spam_Type)) {  // want: lifetime-initialised-twice
        Py_DECREF(spam);
        return NULL;
    }
    return spam;
}

static PyObject *
make_by_slot(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    struct state *state = PyModule_GetState(self);
    PyTypeObject *type = state->Spam_Type;
    PyObject *spam = type->tp_alloc(type, 0);
    if (spam != NULL) {
        PyObject_Init(spam, type);  // want: lifetime-initialised-twice
    }
    return spam;
}

PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"make_by_slot", make_by_slot, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
