/* A sum that is read under the lock and written under it again, in two sections: each access
 * is guarded, and what another thread has added in between is lost. */
#ifndef NAME
#define NAME race_two_sections
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    long sum;
};

static PyObject *
add(PyObject *op, PyObject *argument)
{
    struct instance *self = (struct instance *)op;
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&self->mutex);
    long sum = self->sum;
#ifndef LOCKED
    PyMutex_Unlock(&self->mutex);
    PyMutex_Lock(&self->mutex);
#endif
    self->sum = sum + number;
    PyMutex_Unlock(&self->mutex);
    Py_RETURN_NONE;
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"add", add, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_methods, class_methods},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#include "race_class.h"
