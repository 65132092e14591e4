/* Results that are put on a list when they die: taken from it under a lock, and put back without
 * one, since an object that dies has no other user. */
#ifndef NAME
#define NAME race_result
#endif
#include "race.h"

struct node {
    PyObject_HEAD
    struct node *next;
};

struct state {
    PyObject *object; /* their type */
    PyMutex mutex;
    struct node *unused;
};

static PyObject *
make(PyObject *module, PyObject *Py_UNUSED(argument))
{
    struct state *state = PyModule_GetState(module);
    PyTypeObject *type = (PyTypeObject *)state->object;
    PyMutex_Lock(&state->mutex);
    struct node *node = state->unused;
    if (node != NULL) {
        state->unused = node->next;
    }
    PyMutex_Unlock(&state->mutex);
    return node != NULL ? PyObject_Init((PyObject *)node, type)
                        : (PyObject *)PyObject_New(struct node, type);
}

static void
node_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    struct state *state = PyType_GetModuleState(type);
    struct node *node = (struct node *)self;
    LOCK(&state->mutex);
    node->next = state->unused;
    state->unused = node;
    UNLOCK(&state->mutex);
    Py_DECREF(type);
}

static PyType_Slot node_slots[] = {
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
    state->object = PyType_FromModuleAndSpec(module, &node_spec, NULL);
    return state->object != NULL ? 0 : -1;
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, execute)
