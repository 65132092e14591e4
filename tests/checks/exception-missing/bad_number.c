/* A number below 0, a local that stays NULL, and a lookup that drops exceptions. */
#include "../module.h"

static int
verify(PyObject *object)
{
    if (!PyList_Check(object)) {
        return -1;  // want: exception-missing
    }
    return 0;
}

static PyObject *
checked(PyObject *module, PyObject *arg)
{
    if (verify(arg) < 0) {
        return NULL;
    }
    return Py_NewRef(arg);
}

static PyObject *
chosen(PyObject *module, PyObject *arg)
{
    PyObject *result = NULL;
    if (PyList_Check(arg)) {
        result = Py_NewRef(arg);
    }
    return result;  // want: exception-missing
}

static PyObject *
found(PyObject *module, PyObject *arg)
{
    PyObject *item = PyDict_GetItem(arg, Py_None);
    if (item == NULL) {
        return NULL;  // want: exception-missing
    }
    return Py_NewRef(item);
}

PyMethodDef methods[] = {
    {"checked", checked, METH_O, NULL},
    {"chosen", chosen, METH_O, NULL},
    {"found", found, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
