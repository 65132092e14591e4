/* Nothing is known of the library: the module shares the GIL. */
#include <Python.h>
#include <string.h>

#include "reading.h"

static PyObject *SpamError;

static PyObject *
spam_read(PyObject *module, PyObject *name)
{
    const char *text = PyUnicode_AsUTF8(name);
    if (text == NULL) {
        return NULL;
    }
    gauge *opened = strlen(text) > 0 ? gauge_open(text) : NULL;
    if (opened == NULL) {
        PyErr_SetString(SpamError, "no such gauge");
        return NULL;
    }
    double value = gauge_read(opened, gauge_celsius);
    gauge_close(opened);
    return PyFloat_FromDouble(value);
}

static PyMethodDef spam_methods[] = {
    {"read", spam_read, METH_O, NULL},
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
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(module, "error", SpamError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
