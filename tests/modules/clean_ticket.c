/* New instances that are counted in the module state, by one atomic step. */
#define NAME clean_ticket
#include "race.h"

struct state {
    PyObject *object;
    atomic_long n_made;
};

static PyObject *
make(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    (void)args;
    (void)keywords;
    struct state *state = PyType_GetModuleState(type);
    atomic_fetch_add(&state->n_made, 1);
    return type->tp_alloc(type, 0);
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)make},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

static PyType_Spec class_spec = {
    .name = "clean_ticket.Ticket",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = class_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &class_spec, NULL);
    int result = type != NULL ? PyModule_AddObjectRef(module, "Ticket", type) : -1;
    Py_XDECREF(type);
    return result;
}

STATEFUL_MODULE(NULL, execute)
