/* An iterator that locks itself, and looks into a list that another thread changes: what it
 * finds there is borrowed, or a reference of its own. */
#ifndef NAME
#define NAME race_iterator
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    PyMutex mutex;
    PyObject *list;
    Py_ssize_t index;
};

static PyObject *
make(PyTypeObject *type, PyObject *arguments, PyObject *Py_UNUSED(names))
{
    PyObject *list;
    if (!PyArg_ParseTuple(arguments, "O!", &PyList_Type, &list)) {
        return NULL;
    }
    struct instance *self = (struct instance *)type->tp_alloc(type, 0);
    if (self != NULL) {
        self->list = Py_NewRef(list);
    }
    return (PyObject *)self;
}

static PyObject *
next(PyObject *op)
{
    struct instance *self = (struct instance *)op;
    PyMutex_Lock(&self->mutex);
#ifdef LOCKED
    PyObject *item = PyList_GetItemRef(self->list, self->index);
    if (item == NULL) {
        PyErr_Clear();
    }
#else
    PyObject *item = NULL;
    if (self->index < PyList_GET_SIZE(self->list)) {
        item = Py_NewRef(PyList_GET_ITEM(self->list, self->index));
    }
#endif
    self->index += item != NULL;
    PyMutex_Unlock(&self->mutex);
    return item;
}

static int
traverse_instance(PyObject *op, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(op));
    Py_VISIT(((struct instance *)op)->list);
    return 0;
}

static int
clear_instance(PyObject *op)
{
    Py_CLEAR(((struct instance *)op)->list);
    return 0;
}

static void
dealloc(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyObject_GC_UnTrack(op);
    (void)clear_instance(op);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)make},
    {Py_tp_iter, (void *)PyObject_SelfIter},
    {Py_tp_iternext, (void *)next},
    {Py_tp_traverse, (void *)traverse_instance},
    {Py_tp_clear, (void *)clear_instance},
    {Py_tp_dealloc, (void *)dealloc},
    {0, NULL},
};

#define CLASS_FLAGS Py_TPFLAGS_HAVE_GC
#include "race_class.h"
