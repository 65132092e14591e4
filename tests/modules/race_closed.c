/* What a method gives back once only: the first one that is called has something to release,
 * so that no later call on the same instance shows that two may do so at once. */
#ifndef NAME
#define NAME race_closed
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    PyObject *source;
};

static PyObject *
make(PyTypeObject *type, PyObject *arguments, PyObject *names)
{
    (void)arguments;
    (void)names;
    struct instance *self = (struct instance *)type->tp_alloc(type, 0);
    if (self != NULL && (self->source = PyByteArray_FromStringAndSize("abc", 3)) == NULL) {
        Py_CLEAR(self);
    }
    return (PyObject *)self;
}

static PyObject *
close_source(PyObject *op, PyObject *Py_UNUSED(argument))
{
    struct instance *self = (struct instance *)op;
    LOCK(&self->mutex);
    PyObject *source = self->source;
    self->source = NULL;
    UNLOCK(&self->mutex);
    Py_XDECREF(source);
    Py_RETURN_NONE;
}

static PyObject *
read_size(PyObject *op, PyObject *Py_UNUSED(argument))
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
    Py_ssize_t size = self->source != NULL ? PyByteArray_Size(self->source) : -1;
    PyMutex_Unlock(&self->mutex);
    return PyLong_FromSsize_t(size);
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
    {"close", close_source, METH_NOARGS, NULL},
    {"size", read_size, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)make},
    {Py_tp_methods, class_methods},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#include "race_class.h"
