/* A macro of CPython makes the name of a constant of what it is given. */
#include <Python.h>

static int counter = 3;

static PyObject *
spam_next(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(++counter);
}

static PyMethodDef methods[] = {
    {"next", spam_next, METH_NOARGS, NULL},
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
    if (PyModule_AddIntMacro(m, counter) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
