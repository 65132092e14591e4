/* A function gets the address of the module's variable, and may leave NULL there. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
spam_error(PyObject *self, PyObject *unused)
{
    Py_INCREF(SpamError);
    return SpamError;
}

static PyMethodDef spam_methods[] = {
    {"error", spam_error, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = spam_methods,
};

static void
add_error(PyObject **module)
{
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(*module, "Error", SpamError) < 0) {
        Py_CLEAR(*module);
    }
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    add_error(&m);
    return m;
}
