/* A definition that is filled when the module is initialised. */
#include <Python.h>

static int n_calls;

static PyObject *
count(PyObject *self, PyObject *Py_UNUSED(args))
{
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    static PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
    };
    spam_module.m_name = "spam";
    spam_module.m_size = -1;
    spam_module.m_methods = methods;
    return PyModule_Create(&spam_module);
}
