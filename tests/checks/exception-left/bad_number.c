/* Failures that are asked as truth, and converters, whose failure is 0. */
#include "../module.h"

static PyObject *
put(PyObject *module, PyObject *dict)
{
    if (PyDict_SetItemString(dict, "key", Py_None)) {
        Py_RETURN_FALSE;  // want: exception-left
    }
    Py_RETURN_TRUE;
}

static int
convert(PyObject *object, void *out)
{
    PyObject *repr = PyObject_Repr(object);
    if (repr == NULL) {
        return 0;
    }
    if (PyObject_SetAttrString(object, "seen", repr) < 0) {
        (void)0;
    }
    Py_DECREF(repr);
    *(PyObject **)out = object;
    return 1;  // want: exception-left
}

static PyObject *
parse(PyObject *module, PyObject *args)
{
    PyObject *object;
    if (!PyArg_ParseTuple(args, "O&", convert, &object)) {
        return NULL;
    }
    return Py_NewRef(object);
}

PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"parse", parse, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
