/* The first call of a class method makes an object that the module keeps: two threads make
 * one each. */
#ifndef NAME
#define NAME race_lazy_shared
#endif
#include "race.h"

struct state {
    PyObject *object;
    PyMutex mutex;
};

static PyObject *
shared(PyObject *op, PyObject *unused)
{
    (void)unused;
#ifdef OF_INSTANCE
    struct state *state = PyType_GetModuleState(Py_TYPE(op));
#else
    struct state *state = PyType_GetModuleState((PyTypeObject *)op);
#endif
    LOCK(&state->mutex);
    if (state->object == NULL) {
        state->object = PyList_New(0);
    }
    PyObject *result = Py_XNewRef(state->object);
    UNLOCK(&state->mutex);
    return result;
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

#ifdef OF_INSTANCE
#define KIND METH_NOARGS
#else
#define KIND METH_NOARGS | METH_CLASS
#endif
static PyMethodDef class_methods[] = {
    {"shared", shared, KIND, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_methods, class_methods},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

static PyType_Spec class_spec = {
    .name = STRING(NAME) ".Thing",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = class_slots,
};

static int
execute(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &class_spec, NULL);
    int result = type != NULL ? PyModule_AddObjectRef(module, "Thing", type) : -1;
    Py_XDECREF(type);
    return result;
}

STATEFUL_MODULE(NULL, execute)
