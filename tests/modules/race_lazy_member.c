/* A member that the first call of each instance makes: two threads make two. */
#ifndef NAME
#define NAME race_lazy_member
#endif
#include "race.h"

struct state {
    PyObject *object;
};

struct holder {
    PyObject_HEAD
    PyObject *cache;
};

static PyObject *
holder_get(PyObject *self, PyObject *unused)
{
    struct holder *holder = (struct holder *)self;
    PyObject *result;
    (void)unused;
#ifdef CRITICAL
    Py_BEGIN_CRITICAL_SECTION(self);
#endif
    if (holder->cache == NULL) {
        holder->cache = PyDict_New();
    }
    result = Py_XNewRef(holder->cache);
#ifdef CRITICAL
    Py_END_CRITICAL_SECTION();
#endif
    return result;
}

static void
holder_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((struct holder *)self)->cache);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef holder_methods[] = {
    {"get", holder_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot holder_slots[] = {
    {Py_tp_dealloc, (void *)holder_dealloc},
    {Py_tp_methods, holder_methods},
    {0, NULL},
};

static PyType_Spec holder_spec = {
    .name = STRING(NAME) ".Holder",
    .basicsize = sizeof(struct holder),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = holder_slots,
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->object = PyType_FromModuleAndSpec(module, &holder_spec, NULL);
    return add_reference(module, "Holder", state->object);
}

STATEFUL_MODULE(NULL, execute)
