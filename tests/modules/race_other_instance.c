/* A field of another instance of the same type, with the lock of `self` only. */
#ifndef NAME
#define NAME race_other_instance
#endif
#include "race.h"

struct state {
    PyObject *object;
};

struct bag {
    PyObject_HEAD
    long number;
};

static PyObject *
bag_take(PyObject *op, PyObject *other)
{
    struct bag *self = (struct bag *)op;
    if (Py_TYPE(other) != Py_TYPE(op)) {
        PyErr_SetString(PyExc_TypeError, "a bag is needed");
        return NULL;
    }
#ifdef CRITICAL
    Py_BEGIN_CRITICAL_SECTION2(op, other);
#else
    Py_BEGIN_CRITICAL_SECTION(op);
#endif
    self->number = 1;
    ((struct bag *)other)->number = 0;
#ifdef CRITICAL
    Py_END_CRITICAL_SECTION2();
#else
    Py_END_CRITICAL_SECTION();
#endif
    Py_RETURN_NONE;
}

static void
bag_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef bag_methods[] = {
    {"take", bag_take, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot bag_slots[] = {
    {Py_tp_methods, bag_methods},
    {Py_tp_dealloc, (void *)bag_dealloc},
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
    PyObject *type = PyType_FromModuleAndSpec(module, &bag_spec, NULL);
    int result = type != NULL ? PyModule_AddObjectRef(module, "Bag", type) : -1;
    Py_XDECREF(type);
    return result;
}

static PyMethodDef methods[] = {
    {NULL, NULL, 0, NULL},
};

STATEFUL_MODULE(methods, execute)
