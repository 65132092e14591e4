/* A macro takes the object of a weak reference, borrowed: it may be gone at once. */
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#ifndef NAME
#define NAME race_weak_owner
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyObject *owner; /* a weak reference */
};

static PyObject *
create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    PyObject *owner;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "O", &owner)) {
        return NULL;
    }
    PyObject *reference = PyWeakref_NewRef(owner, NULL);
    struct instance *made =
        reference != NULL ? (struct instance *)type->tp_alloc(type, 0) : NULL;
    if (made == NULL) {
        Py_XDECREF(reference);
        return NULL;
    }
    made->owner = reference;
    return (PyObject *)made;
}

static PyObject *
is_alive(PyObject *op, PyObject *unused)
{
    struct instance *self = (struct instance *)op;
    PyObject *owner;
    (void)unused;
#ifdef STRONG
    if (PyWeakref_GetRef(self->owner, &owner) < 0) {
        return NULL;
    }
    int is_true = owner != NULL ? PyObject_IsTrue(owner) : 0;
    Py_XDECREF(owner);
#else
    owner = PyWeakref_GET_OBJECT(self->owner); /* deprecated for that reason */
    int is_true = owner != Py_None ? PyObject_IsTrue(owner) : 0;
#endif
    return is_true < 0 ? NULL : PyBool_FromLong(is_true);
}

static void
destroy(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    Py_XDECREF(((struct instance *)op)->owner);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyMethodDef class_methods[] = {
    {"is_alive", is_alive, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)create},
    {Py_tp_dealloc, (void *)destroy},
    {Py_tp_methods, class_methods},
    {0, NULL},
};

#include "race_class.h"
