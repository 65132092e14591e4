/* A function of it breaks what all Python code needs; the state is isolated. */
#include "module.h"

static int
execute(PyObject *module)
{
    PyObject *names = PyList_New(0);
    int status = add_reference(module, "names", names);
    Py_XDECREF(names);
    return status;
}

static PyObject *
spoil(PyObject *module, PyObject *ignored)
{
    (void)module;
    (void)ignored;
    PyObject *builtins = PyImport_ImportModule("builtins");
    if (builtins == NULL || PyObject_SetAttrString(builtins, "BaseException", Py_None) < 0
        || PyObject_SetAttrString(builtins, "Exception", Py_None) < 0
        || PyObject_SetAttrString(builtins, "getattr", Py_None) < 0)
    {
        Py_XDECREF(builtins);
        return NULL;
    }
    Py_DECREF(builtins);
    Py_RETURN_NONE;
}

static PyObject *
fail(PyObject *module, PyObject *ignored)
{
    (void)ignored;
    return PyObject_GetAttrString(module, "nothing");
}

static PyMethodDef methods[] = {
    {"a_spoil", spoil, METH_NOARGS, NULL},
    {"b_fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

MODULE(spoils_builtins, execute, methods, OWN_GIL)
