/* A block of C linkage around the init function alone. */
#include <Python.h>

static PyObject *Error;

static PyObject *
fail(PyObject *, PyObject *)
{
    PyErr_SetNone(Error);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods, NULL, NULL, NULL, NULL,
};

extern "C" {
PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam);
    if (module == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "Error", Error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
}
