/* A chain of all instances: it finds one whose tp_dealloc waits for the lock. */
#ifndef NAME
#define NAME race_dying
#endif
#include "race.h"

struct instance {
    PyObject_HEAD
    struct instance *next;
    long code;
};

static PyMutex chain_mutex;
static struct instance *chain;

static PyObject *
create(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    long code;
    (void)keywords;
    if (!PyArg_ParseTuple(args, "l", &code)) {
        return NULL;
    }
    struct instance *made = (struct instance *)type->tp_alloc(type, 0);
    if (made == NULL) {
        return NULL;
    }
    made->code = code;
    struct instance *found = NULL;
    PyMutex_Lock(&chain_mutex);
#ifndef NEVER_SHARED
    found = chain;
    while (found != NULL && found->code != code) {
        found = found->next;
    }
    Py_XINCREF(found);
#endif
    if (found == NULL) {
        made->next = chain;
        chain = made;
    }
    PyMutex_Unlock(&chain_mutex);
    if (found != NULL) {
        Py_DECREF(made);
    }
    return found != NULL ? (PyObject *)found : (PyObject *)made;
}

static void
destroy(PyObject *op)
{
    PyTypeObject *type = Py_TYPE(op);
    PyMutex_Lock(&chain_mutex);
    for (struct instance **link = &chain; *link != NULL; link = &(*link)->next) {
        if ((PyObject *)*link == op) {
            *link = (*link)->next;
            break;
        }
    }
    PyMutex_Unlock(&chain_mutex);
    type->tp_free(op);
    Py_DECREF(type);
}

static PyType_Slot class_slots[] = {
    {Py_tp_new, (void *)create},
    {Py_tp_dealloc, (void *)destroy},
    {0, NULL},
};

#include "race_class.h"
