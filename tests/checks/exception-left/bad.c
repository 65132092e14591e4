#include "../module.h"

static PyObject *
name(PyObject *self, PyObject *object)
{
    PyObject *found = PyObject_GetAttrString(object, "name");
    if (found == NULL) {
        Py_RETURN_NONE;  // want: exception-left
    }
    return found;
}

static PyObject *
module(PyObject *self, PyObject *unused)
{
    PyObject *warnings = PyImport_ImportModule("warnings");
    if (warnings != NULL) {
        return warnings;
    }
    return PyUnicode_FromString("no warnings");  // want: exception-left
}

PyMethodDef methods[] = {
    {"name", name, METH_O, NULL},
    {"module", module, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
