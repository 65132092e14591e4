/* The variable of the module moves, and is given up where the import fails. */
#include <Python.h>

static PyObject *SpamError;
static PyObject *the_module;

static PyObject *
spam_is_same(PyObject *self, PyObject *unused)
{
    return PyBool_FromLong(self == the_module);
}

static PyMethodDef spam_methods[] = {
    {"is_same", spam_is_same, METH_NOARGS, NULL},
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
    the_module = PyModule_Create(&spam_module);
    if (the_module == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(the_module, "Error", SpamError) < 0) {
        Py_CLEAR(SpamError);
        Py_CLEAR(the_module);
    }
    return the_module;
}
