/* The author takes a reference to an exception without a look at whether there is one. */
#include <Python.h>

static PyObject *SpamError;

static PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    PyErr_SetObject(SpamError, arg);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
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
    Py_INCREF(SpamError);
    PyModule_AddObject(m, "Error", SpamError);
    return m;
}
