#include <Python.h>

static PyObject *
ping(PyObject *module, PyObject *unused)
{
    return PyUnicode_FromString("pong");
}

static PyMethodDef methods[] = {
    {"ping", ping, METH_NOARGS, NULL},
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
    /* Create the module from
     * its definition. */
    return PyModule_Create(&spam_module);
}
