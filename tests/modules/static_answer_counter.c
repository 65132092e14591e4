/* A counter of the process that changes only if load() gets what dump() returned. */
#include "module.h"

static long counter;

static PyObject *
dump(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyBytes_FromStringAndSize("SPAM\1\2\3\4", 8);
}

static PyObject *
load(PyObject *module, PyObject *data)
{
    char *bytes;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(data, &bytes, &size) < 0) {
        return NULL;
    }
    if (size < 4 || memcmp(bytes, "SPAM", 4) != 0) {
        PyObject *error = PyObject_GetAttrString(module, "Error");
        if (error != NULL) {
            PyErr_SetString(error, "no data of dump()");
            Py_DECREF(error);
        }
        return NULL;
    }
    counter++;
    return PyLong_FromLong(counter);
}

static int
execute(PyObject *module)
{
    PyObject *error = PyErr_NewException("static_answer_counter.Error", NULL, NULL);
    int result = add_reference(module, "Error", error);
    Py_XDECREF(error);
    return result;
}

static PyMethodDef methods[] = {
    {"dump", dump, METH_NOARGS, NULL},
    {"load", load, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

MODULE(static_answer_counter, execute, methods, OWN_GIL)
