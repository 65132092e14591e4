/* The init function returns the module that a static has already, with a reference of its own. */
#include <Python.h>

static PyObject *module;
static PyObject *error;

static PyObject *
use(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(error, "spam");
    return NULL;
}

static PyMethodDef methods[] = {
    {"use", use, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    if (module != NULL) {
        return Py_NewRef(module);
    }
    module = PyModule_Create(&spam_module);
    if (module == NULL) {
        return NULL;
    }
    error = PyErr_NewException("spam.error", NULL, NULL);
    if (error == NULL || PyModule_AddObjectRef(module, "error", error) < 0) {
        Py_CLEAR(module);
        return NULL;
    }
    return Py_NewRef(module);
}
