/* The module is put into a static, and by the same statement into a local; another import gets the
 * one that is there. */
#include <Python.h>

static PyObject *module;
static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(Error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (module != NULL) {
        return Py_NewRef(module);
    }
    PyObject *m = module = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL || PyModule_AddObjectRef(m, "Error", Error) < 0) {
        Py_CLEAR(module);
        return NULL;
    }
    return m;
}
