/* Bytes that a method changes under a lock while another thread reads them as a buffer: unless
 * the method refuses to as long as there are exports. */
#ifndef NAME
#define NAME race_exported
#endif
#include "race.h"

#include <stdbool.h>

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    long n_exports;
    char room[48];
};

static PyObject *
set(PyObject *op, PyObject *Py_UNUSED(argument))
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
#ifdef LOCKED
    bool is_free = self->n_exports == 0;
#else
    bool is_free = true;
#endif
    if (is_free) {
        self->room[3]++;
        self->room[20]--;
    }
    PyMutex_Unlock(&self->mutex);
    if (!is_free) {
        PyErr_SetString(PyExc_BufferError, "it is exported");
        return NULL;
    }
    Py_RETURN_NONE;
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
    {"set", set, METH_O, NULL},
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
