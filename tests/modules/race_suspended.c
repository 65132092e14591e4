/* A critical section of another object within the one of `self`, which is suspended
 * meanwhile if the other one has to wait. */
#ifndef NAME
#define NAME race_suspended
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    long flags;
};

#ifdef BOTH
static void
mark_in_turn(struct instance *self, struct instance *other)
{
    Py_BEGIN_CRITICAL_SECTION2(self, other);
    other->flags |= 1;
    self->flags |= 2;
    Py_END_CRITICAL_SECTION2();
}

/* What it writes behind the inner section is its own. */
static long
flags_of_both(struct instance *self, struct instance *other)
{
    long *flags = NULL, result = -1;
    Py_BEGIN_CRITICAL_SECTION(self);
    flags = PyMem_Malloc(2 * sizeof *flags);
    if (flags != NULL) {
        flags[0] = self->flags;
        Py_BEGIN_CRITICAL_SECTION(other);
        flags[1] = other->flags;
        Py_END_CRITICAL_SECTION();
        flags[0] |= flags[1];
        result = flags[0];
    }
    Py_END_CRITICAL_SECTION();
    PyMem_Free(flags);
    return result;
}
#else
static void
mark(struct instance *self)
{
    Py_BEGIN_CRITICAL_SECTION(self);
    self->flags |= 1;
    Py_END_CRITICAL_SECTION();
}

static void
mark_in_turn(struct instance *self, struct instance *other)
{
    Py_BEGIN_CRITICAL_SECTION(self);
    long flags = self->flags;
    mark(other);
    self->flags = flags | 2;
    Py_END_CRITICAL_SECTION();
}
#endif

static PyObject *
mark_both(PyObject *self, PyObject *other)
{
    if (Py_TYPE(other) != Py_TYPE(self)) {
        PyErr_SetString(PyExc_TypeError, "a thing is needed");
        return NULL;
    }
    mark_in_turn((struct instance *)self, (struct instance *)other);
    Py_RETURN_NONE;
}

#ifdef BOTH
static PyObject *
flags(PyObject *self, PyObject *other)
{
    if (Py_TYPE(other) != Py_TYPE(self)) {
        PyErr_SetString(PyExc_TypeError, "a thing is needed");
        return NULL;
    }
    return PyLong_FromLong(
        flags_of_both((struct instance *)self, (struct instance *)other));
}
#endif

static void
destroy(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"mark_both", mark_both, METH_O, NULL},
#ifdef BOTH
    {"flags", flags, METH_O, NULL},
#endif
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_dealloc, (void *)destroy},
    {Py_tp_methods, class_methods},
    {0, NULL},
};

#include "race_class.h"
