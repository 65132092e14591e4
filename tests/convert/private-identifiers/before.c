/* Names and parsers that CPython itself keeps, for each interpreter or for ever. */
#define NEEDS_PY_IDENTIFIER
#include <Python.h>

_Py_IDENTIFIER(close);

static PyObject *SpamError;

static PyObject *
close_it(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyObject *name = _PyUnicode_FromId(&PyId_close);
    PyObject *method = name != NULL ? PyObject_GetAttr(object, name) : NULL;
    if (method == NULL) {
        PyErr_SetString(SpamError, "nothing to close");
        return NULL;
    }
    return method;
}

static PyMethodDef methods[] = {
    {"close_it", close_it, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
