/* The same, cleared; and a number above 0 that stands for a failure. */
#include "../module.h"

static PyObject *
put(PyObject *module, PyObject *dict)
{
    if (PyDict_SetItemString(dict, "key", Py_None)) {
        PyErr_Clear();
        Py_RETURN_FALSE;
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
        PyErr_Clear();
    }
    Py_DECREF(repr);
    *(PyObject **)out = object;
    return 1;
}

static int
fails(PyObject *object)
{
    PyObject *repr = PyObject_Repr(object);
    if (repr == NULL) {
        return 1;
    }
    Py_DECREF(repr);
    return 0;
}

static PyObject *
parse(PyObject *module, PyObject *args)
{
    PyObject *object;
    if (!PyArg_ParseTuple(args, "O&", convert, &object)) {
        return NULL;
    }
    if (fails(object)) {
        return NULL;
    }
    return Py_NewRef(object);
}

PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {"parse", parse, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
