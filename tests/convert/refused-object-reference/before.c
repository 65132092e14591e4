#include <Python.h>

/* The reference to Error is given away in one branch only: without Py_INCREF, that of the
 * state would be. */
static PyObject *Error;

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&def);
    if (m == NULL)
        return NULL;
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (Error == NULL)
        return NULL;
    Py_INCREF(Error);
    if (PyObject_HasAttrString(m, "__file__")) {
        if (PyModule_AddObject(m, "Error", Error) < 0) {
            Py_DECREF(Error);
            return NULL;
        }
    }
    return m;
}
