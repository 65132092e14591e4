/* A macro of a library's header returns what it is told from PyInit. */
#include <Python.h>

#include "vendor/numpy/arrayobject.h"

static PyObject *SpamError;

static PyObject *
spam_fail(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    PyErr_SetNone(SpamError);
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    import_array1(NULL);
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(m, "Error", SpamError) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
