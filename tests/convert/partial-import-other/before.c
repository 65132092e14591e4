/* Imports that find the module as it was: of other packages, and behind the last addition. */
#include <Python.h>

static PyObject *dumps, *helper;

static PyObject *
call(PyObject *self, PyObject *argument)
{
    return PyObject_CallFunctionObjArgs(helper, dumps, argument, NULL);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit__spam(void)
{
    PyObject *module, *found;

    found = PyImport_ImportModule("json");
    if (found == NULL) {
        return NULL;
    }
    dumps = PyObject_GetAttrString(found, "dumps");
    Py_DECREF(found);
    if (dumps == NULL) {
        return NULL;
    }
    module = PyModule_Create(&definition);
    if (module == NULL) {
        return NULL;
    }
    if (PyModule_AddIntConstant(module, "LEVEL", 3) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    found = PyImport_ImportModule("spam.helpers");
    if (found == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    helper = PyObject_GetAttrString(found, "help");
    Py_DECREF(found);
    if (helper == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
