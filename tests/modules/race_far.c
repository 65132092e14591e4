/* An operator that counts in the module state; the exercise runs much of Python before it. */
#ifndef NAME
#define NAME race_far
#endif
#include "race.h"

struct state {
    PyObject *object;
#ifdef ATOMIC
    _Atomic
#endif
    long n_uses;
};

static PyObject *
add(PyObject *left, PyObject *right)
{
    if (PyLong_Check(left)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    struct state *state = PyType_GetModuleState(Py_TYPE(left));
    state->n_uses++;
    return Py_NewRef(right);
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_nb_add, (void *)add},
#ifdef WITHOUT_HASH
    {Py_tp_hash, (void *)PyObject_HashNotImplemented},
#endif
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

static PyType_Spec class_spec = {
    .name = STRING(NAME) ".Total",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = class_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &class_spec, NULL);
    PyObject *total = type != NULL ? PyObject_CallNoArgs(type) : NULL;
    int result = total != NULL ? PyModule_AddObjectRef(module, "total", total) : -1;
    Py_XDECREF(total);
    Py_XDECREF(type);
    return result;
}

STATEFUL_MODULE(NULL, execute)
