/* The package's code imports the module again: it ran PyInit_ once more, and now finds the
 * module half made. */
#include <Python.h>

static PyObject *helper;

static PyObject *
call(PyObject *self, PyObject *argument)
{
    return PyObject_CallFunctionObjArgs(helper, argument, NULL);
}

static PyMethodDef methods[] = {
    {"call", call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

static int
find_helper(void)
{
    PyObject *name = PyUnicode_FromString("spam.helpers");
    if (name == NULL) {
        return -1;
    }
    PyObject *helpers = PyImport_Import(name);
    Py_DECREF(name);
    if (helpers == NULL) {
        return -1;
    }
    helper = PyObject_GetAttrString(helpers, "help");
    Py_DECREF(helpers);
    return helper == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit__spam(void)
{
    PyObject *module;

    if (find_helper() < 0) {
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
    return module;
}
