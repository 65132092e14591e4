#include <Python.h>

static PyObject *
first_or_new(void)
{
    static PyObject *kept, *spare = NULL;
    static int n_calls = 3;

    n_calls++;
    if (kept == NULL) {
        kept = PyLong_FromLong(n_calls);
    }
    if (spare == NULL) {
        spare = PyList_New(0);
    }
    Py_XINCREF(kept);
    return kept;
}

static PyObject *
spam_first(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(args))
{
    return first_or_new();
}

static PyObject *
spam_other(PyObject *self, PyObject *args)
{
    static PyObject *kept;

    (void)args;
    if (kept == NULL)
        kept = PyDict_New();
    Py_XINCREF(kept);
    return kept;
}

static PyMethodDef methods[] = {
    {"first", spam_first, METH_NOARGS, NULL},
    {"other", spam_other, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = -1, .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
