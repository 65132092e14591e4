#include <Python.h>

#define G(name) spam_##name

static PyObject *spam_codec, *spam_mapping;

static PyObject *
lookup(PyObject *module, PyObject *key)
{
    PyObject *value = PyObject_GetItem(G(mapping), key);
    if (value == NULL && PyErr_ExceptionMatches(PyExc_KeyError)) {
        PyErr_Clear();
        value = Py_NewRef(G(codec));
    }
    return value;
}

static PyMethodDef spam_methods[] = {
    {"lookup", lookup, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    if ((G(mapping) = PyDict_New()) == NULL) {
        goto error;
    }
    if ((G(codec) = PyUnicode_FromString("utf-8")) == NULL) {
        goto error;
    }
    return m;
error:
    Py_XDECREF(G(mapping));
    Py_XDECREF(G(codec));
    Py_DECREF(m);
    return NULL;
}
