/* An iterator that another method fills: at its end, it releases what it goes through without
 * a lock. */
#ifndef NAME
#define NAME race_exhausted
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyObject *source;
};

static PyObject *
fill(PyObject *op, PyObject *source)
{
    struct instance *self = (struct instance *)op;
    if (!PyTuple_Check(source)) {
        PyErr_SetString(PyExc_TypeError, "fill() takes a tuple");
        return NULL;
    }
    PyObject *old;
    Py_BEGIN_CRITICAL_SECTION(op);
    old = self->source;
    self->source = Py_NewRef(source);
    Py_END_CRITICAL_SECTION();
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
next_item(PyObject *op)
{
    struct instance *self = (struct instance *)op;
    PyObject *source;
#ifdef LOCKED
    Py_BEGIN_CRITICAL_SECTION(op);
    source = self->source;
    self->source = NULL;
    Py_END_CRITICAL_SECTION();
#else
    source = self->source;
    self->source = NULL;
#endif
    Py_XDECREF(source);
    return NULL;
}

static void
dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(((struct instance *)op)->source);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"fill", fill, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next_item},
    {Py_tp_methods, class_methods},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#include "race_class.h"
