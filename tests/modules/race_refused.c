/* A method that tells by False that it has done nothing, as there are exports: an answer that
 * no two calls in turn give.  It counts what it has done, under a lock or not. */
#ifndef NAME
#define NAME race_refused
#endif
#include "race.h"

#include <stdbool.h>

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    long n_exports;
    long n_turns;
    char room[48];
};

static PyObject *
turn(PyObject *op, PyObject *Py_UNUSED(argument))
{
    struct instance *self = (struct instance *)op;
    LOCK(&self->mutex);
    bool is_free = self->n_exports == 0;
    if (is_free) {
        long n = self->n_turns;
        self->room[20]--;
        self->n_turns = n + 1;
    }
    UNLOCK(&self->mutex);
    return PyBool_FromLong(is_free);
}

static int
get_buffer(PyObject *op, Py_buffer *view, int flags)
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
    int result = PyBuffer_FillInfo(view, op, self->room, sizeof self->room, 1, flags);
    self->n_exports += result == 0;
    PyMutex_Unlock(&self->mutex);
    return result;
}

static void
release_buffer(PyObject *op, Py_buffer *Py_UNUSED(view))
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
    self->n_exports--;
    PyMutex_Unlock(&self->mutex);
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"turn", turn, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_methods, class_methods},
    {Py_bf_getbuffer, (void *)get_buffer},
    {Py_bf_releasebuffer, (void *)release_buffer},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#include "race_class.h"
