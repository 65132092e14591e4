/* A helper adds to the module and gives it back, or NULL. */
#include <Python.h>

static PyObject *spam_error;

static PyObject *
fail(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(ignored))
{
    PyErr_SetString(spam_error, "no spam");
    return NULL;
}

static PyObject *
add_errors(PyObject *module)
{
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL || PyModule_AddObjectRef(module, "Error", spam_error) < 0) {
        return NULL;
    }
    return module;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    return add_errors(module);
}
