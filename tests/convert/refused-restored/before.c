/* What is put back may never have been replaced. */
#include <Python.h>

static PyObject *current;

static PyObject *
with_current(PyObject *self, PyObject *args)
{
    PyObject *outer = current, *result;

    if (PyTuple_GET_SIZE(args) > 1) {
        current = PyTuple_GetItem(args, 1);
    }
    result = PyObject_CallObject(PyTuple_GetItem(args, 0), NULL);
    current = outer;
    return result;
}

static PyMethodDef methods[] = {
    {"with_current", with_current, METH_VARARGS, NULL},
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
    return PyModule_Create(&spam_module);
}
