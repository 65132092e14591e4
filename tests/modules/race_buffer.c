/* A buffer of an instance that two threads reallocate. */
#ifndef NAME
#define NAME race_buffer
#endif
#include "race.h"

#ifdef USES_MALLOC
#define REALLOC realloc
#define FREE free
#else
#define REALLOC PyMem_Realloc
#define FREE PyMem_Free
#endif

struct state {
    PyObject *object;
};

struct bag {
    PyObject_HEAD
    Py_ssize_t n;
    long *items;
};

static PyObject *
add_locked(struct bag *self, long number)
{
    long *items = REALLOC(self->items, (size_t)(self->n + 1) * sizeof(long));
    if (items == NULL) {
        return PyErr_NoMemory();
    }
    self->items = items;
    self->items[self->n++] = number;
    Py_RETURN_NONE;
}

static PyObject *
bag_add(PyObject *self, PyObject *argument)
{
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyObject *result;
#ifdef CRITICAL
    Py_BEGIN_CRITICAL_SECTION(self);
    result = add_locked((struct bag *)self, number);
    Py_END_CRITICAL_SECTION();
#else
    result = add_locked((struct bag *)self, number);
#endif
    return result;
}

static void
bag_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    FREE(((struct bag *)self)->items);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef bag_methods[] = {
    {"add", bag_add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot bag_slots[] = {
    {Py_tp_dealloc, (void *)bag_dealloc},
    {Py_tp_methods, bag_methods},
    {0, NULL},
};

static PyType_Spec bag_spec = {
    .name = STRING(NAME) ".Bag",
    .basicsize = sizeof(struct bag),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = bag_slots,
};

static int
execute(PyObject *module)
{
    struct state *state = PyModule_GetState(module);
    state->object = PyType_FromModuleAndSpec(module, &bag_spec, NULL);
    return add_reference(module, "Bag", state->object);
}

STATEFUL_MODULE(NULL, execute)
