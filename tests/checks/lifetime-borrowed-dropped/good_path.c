/* The same, with a reference of its own, and one of another call. */
#include "../module.h"

static PyObject *
first(PyObject *module, PyObject *arg)
{
    PyObject *item = NULL;
    item = PyList_GetItem(arg, 0);
    if (item == NULL) {
        return NULL;
    }
    Py_INCREF(item);
    PyObject *repr = PyObject_Repr(item);
    Py_DECREF(item);
    return repr;
}

static PyObject *
either(PyObject *module, PyObject *arg)
{
    PyObject *item = NULL;
    int is_new = 0;
    if (PyList_CheckExact(arg)) {
        item = PyList_GetItem(arg, 0);
    }
    else {
        item = PySequence_GetItem(arg, 0);
        is_new = 1;
    }
    if (item == NULL) {
        return NULL;
    }
    PyObject *repr = PyObject_Repr(item);
    if (is_new) {
        Py_DECREF(item);
    }
    return repr;
}

PyMethodDef methods[] = {
    {"first", first, METH_O, NULL},
    {"either", either, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

/* Each item got one more reference before. */
int
keep_all(PyObject *list, PyObject *owner)
{
    Py_ssize_t i, n = PyList_GET_SIZE(list), n_kept = 0;
    for (i = 0; i < n; i++) {
        PyObject *item = PyList_GetItem(list, i);
        if (item == NULL || PyObject_SetAttrString(owner, "item", item) < 0) {
            goto error;
        }
        Py_INCREF(item);
        n_kept++;
    }
    return 0;
error:
    for (i = 0; i < n_kept; i++) {
        Py_XDECREF(PyList_GetItem(list, i));
    }
    return -1;
}

struct chain {
    PyObject_HEAD
    struct chain *next;
};

static void
unchain(struct chain *link)
{
    link->next = NULL;
}

/* It holds a reference to itself as long as it is in the chain. */
static PyObject *
release_link(PyObject *self, PyObject *argument)
{
    struct chain *link = (struct chain *)argument;
    if (link->next != NULL) {
        unchain(link);
        Py_DECREF(link);
    }
    return Py_NewRef(self);
}

PyMethodDef chain_methods[] = {
    {"release", release_link, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
