/* A counter that a method adds to under one lock, and that tp_repr reads under another: CPython
 * calls it back, for a function of the module. */
#ifndef NAME
#define NAME race_called_back
#endif
#include "race.h"

struct node {
    PyObject_HEAD
    long number;
};

struct state {
    PyObject *object;
    PyMutex adding, showing;
};

static PyObject *
add(PyObject *module, PyObject *Py_UNUSED(argument))
{
    struct state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->adding);
    ((struct node *)state->object)->number++;
    PyMutex_Unlock(&state->adding);
    Py_RETURN_NONE;
}

static PyObject *
show(PyObject *module, PyObject *Py_UNUSED(argument))
{
    struct state *state = PyModule_GetState(module);
#ifdef LOCKED
    PyMutex *mutex = &state->adding;
#else
    PyMutex *mutex = &state->showing;
#endif
    PyMutex_Lock(mutex);
    PyObject *text = PyObject_Repr(state->object);
    PyMutex_Unlock(mutex);
    return text;
}

static PyObject *
node_repr(PyObject *self)
{
    return PyUnicode_FromFormat("%ld", ((struct node *)self)->number);
}

static void
node_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot node_slots[] = {
    {Py_tp_repr, (void *)node_repr},
    {Py_tp_dealloc, (void *)node_dealloc},
    {0, NULL},
};

static PyType_Spec node_spec = {
    .name = STRING(NAME) ".Node",
    .basicsize = sizeof(struct node),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE
             | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = node_slots,
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &node_spec, NULL);
    if (type == NULL) {
        return -1;
    }
    state->object = PyType_GenericAlloc(type, 0);
    Py_DECREF(type);
    return state->object != NULL ? 0 : -1;
}

static PyMethodDef methods[] = {
    {"add", add, METH_NOARGS, NULL},
    {"show", show, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, execute)
