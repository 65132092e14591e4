#include "../module.h"

static PyObject *
name(PyObject *self, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, "name");
    if (found == NULL) {
        PyErr_Clear();
        Py_RETURN_NONE;
    }
    return found;
}

/* A failed call that sets no exception. */
static PyObject *
module(PyObject *self, PyObject *name)
{
    PyObject *found = PyImport_GetModule(name);
    if (found == NULL && !PyErr_Occurred()) {
        Py_RETURN_NONE;
    }
    return found;
}

static void
report(PyObject *object)
{
    PyErr_WriteUnraisable(object);
}

static PyObject *
call(PyObject *self, PyObject *object)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        report(object);
        Py_RETURN_NONE;
    }
    return Py_BuildValue("NN", list, PyLong_FromLong(1));
}

PyMethodDef methods[] = {
    {"name", name, METH_O, NULL},
    {"module", module, METH_O, NULL},
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
