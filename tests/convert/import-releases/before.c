#include <Python.h>

static PyObject *spam_error;

/* Its locals begin with the name of the module's variable, or with that of its parameter. */
static int
add_name(PyObject *module, const char *text)
{
    PyObject *module_name = PyUnicode_FromString(text);
    if (module_name == NULL) {
        return -1;
    }
    if (PyObject_SetAttrString(module, "title", module_name) < 0) {
        Py_DECREF(module_name);
        Py_DECREF(module);
        return -1;
    }
    Py_DECREF(module_name);
    return 0;
}

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    PyObject *members = PyTuple_New(0);
    if (members == NULL || PyObject_SetAttrString(m, "members", members) < 0) {
        Py_XDECREF(members);
        Py_DECREF(m);
        return NULL;
    }
    Py_DECREF(members);
    if (add_name(m, "spam") < 0) {
        return NULL;
    }
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (PyModule_AddObjectRef(m, "error", spam_error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
