/* A sum in an instance that is read and written by one atomic access each: nothing tears,
 * and what another thread has added in between is lost. */
#ifndef NAME
#define NAME race_sum
#endif
#include "race.h"

struct state {
    PyObject *object;
};

struct bag {
    PyObject_HEAD
    _Atomic long sum;
    char text[24];
};

static PyObject *
bag_add(PyObject *op, PyObject *argument)
{
    struct bag *self = (struct bag *)op;
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
#if defined(ATOMIC)
    atomic_fetch_add(&self->sum, number);
#elif defined(COMPARED)
    long sum = atomic_load(&self->sum);
    while (!atomic_compare_exchange_weak(&self->sum, &sum, sum + number)) {
    }
#elif defined(CRITICAL)
    Py_BEGIN_CRITICAL_SECTION(op);
    self->sum = self->sum + number;
    Py_END_CRITICAL_SECTION();
#elif defined(MAXIMUM)
    if (number > atomic_load(&self->sum)) {
        atomic_store(&self->sum, number);
    }
#elif defined(PRINTED)
    PyOS_snprintf(self->text, sizeof self->text, "%ld", number);
#else
#ifdef LONG
    for (volatile int i = 0; i < 4000; i++) {
    }
#endif
    self->sum = self->sum + number;
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

#ifdef DEFINING
static PyObject *
bag_add_from(PyObject *op, PyTypeObject *cls, PyObject *const *args, Py_ssize_t n_args,
             PyObject *names)
{
    if (cls == NULL || n_args != 1 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "add() takes exactly one argument");
        return NULL;
    }
    return bag_add(op, args[0]);
}
#define ADD (PyCFunction)(void (*)(void))bag_add_from, METH_METHOD | METH_FASTCALL | METH_KEYWORDS
#else
#define ADD bag_add, METH_O
#endif

static PyMethodDef bag_methods[] = {
    {"add", ADD, NULL},
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
