/* A field that a method replaces under a lock of its own, and that CPython reads as a member:
 * T_OBJECT takes a reference to what may be gone, T_OBJECT_EX notices that. */
#ifndef NAME
#define NAME race_member
#endif
#include "race.h"

#include <stddef.h>
#include <structmember.h>

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    PyObject *value;
};

static PyObject *
set(PyObject *op, PyObject *value)
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
    PyObject *old = self->value;
    self->value = Py_NewRef(value);
    PyMutex_Unlock(&self->mutex);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static void
dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_XDECREF(((struct instance *)self)->value);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"set", set, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

#ifdef LOCKED
#define KIND T_OBJECT_EX
#else
#define KIND T_OBJECT
#endif

static PyMemberDef class_members[] = {
    {"value", KIND, offsetof(struct instance, value), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_methods, class_methods},
    {Py_tp_members, class_members},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#include "race_class.h"
