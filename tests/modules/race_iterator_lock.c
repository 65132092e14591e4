/* A lock is held while the iterator that the instance was given runs Python code. */
#ifndef NAME
#define NAME race_iterator_lock
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    PyObject *source;
};

static PyObject *
create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *iterable;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &iterable)) {
        return NULL;
    }
    PyObject *source = PyObject_GetIter(iterable);
    struct instance *made =
        source != NULL ? (struct instance *)type->tp_alloc(type, 0) : NULL;
    if (made == NULL) {
        Py_XDECREF(source);
        return NULL;
    }
    made->source = source;
    return (PyObject *)made;
}

static PyObject *
next(PyObject *op)
{
    struct instance *self = (struct instance *)op;
    PyObject *item;
#ifdef SECTION
    Py_BEGIN_CRITICAL_SECTION(op);
    item = PyIter_Next(self->source);
    Py_END_CRITICAL_SECTION();
#else
    PyMutex_Lock(&self->mutex);
    item = PyIter_Next(self->source);
    PyMutex_Unlock(&self->mutex);
#endif
    return item;
}

static void
destroy(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(((struct instance *)op)->source);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)create},
    {Py_tp_dealloc, (void *)destroy},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next},
    {0, NULL},
};

#include "race_class.h"
