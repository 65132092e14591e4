/* What write() changes with the lock of the instance held, size() reads with another one:
 * a method of such a name is called on an instance of its own. */
#ifndef NAME
#define NAME race_ending
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    long size;
};

#ifdef SAME_LOCK
#define mutex_of(self) (&(self)->mutex)
#else
static PyMutex module_mutex;
#define mutex_of(self) ((void)(self), &module_mutex)
#endif

static PyObject *
write_text(PyObject *op, PyObject *text)
{
    struct instance *self = (struct instance *)op;
    Py_ssize_t size = PyUnicode_Check(text) ? PyUnicode_GET_LENGTH(text) : -1;
    if (size < 0) {
        PyErr_SetString(PyExc_TypeError, "a str is needed");
        return NULL;
    }
    PyMutex_Lock(&self->mutex);
    self->size = (long)size;
    PyMutex_Unlock(&self->mutex);
    Py_RETURN_NONE;
}

static PyObject *
get_size(PyObject *op, PyObject *unused)
{
    struct instance *self = (struct instance *)op;
    (void)unused;
    PyMutex_Lock(mutex_of(self));
    long size = self->size;
    PyMutex_Unlock(mutex_of(self));
    return PyLong_FromLong(size);
}

static void
destroy(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"size", get_size, METH_NOARGS, NULL},
    {"write", write_text, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_dealloc, (void *)destroy},
    {Py_tp_methods, class_methods},
    {0, NULL},
};

#include "race_class.h"
