/* Takes what stands in the module's dictionary for what it put there. */
#include "module.h"

static PyObject *
last(PyObject *module, PyObject *unused)
{
    (void)unused;
    PyObject *list = PyDict_GetItemString(PyModule_GetDict(module), "entries");
    if (list == NULL) {
        return PyErr_NoMemory();
    }
    PyObject *item = PyList_GET_ITEM(list, Py_SIZE(list) - 1);
    Py_INCREF(item);
    return item;
}

static PyMethodDef methods[] = {
    {"last", last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
execute(PyObject *module)
{
    PyObject *list = PyList_New(1);
    PyObject *number = PyLong_FromLong(1000);
    if (list == NULL || number == NULL) {
        Py_XDECREF(list);
        Py_XDECREF(number);
        return -1;
    }
    PyList_SET_ITEM(list, 0, number);
    int status = add_reference(module, "entries", list);
    Py_DECREF(list);
    return status;
}

MODULE(dict_trusted, execute, methods, OWN_GIL)
