/* Comments behind the fields of the definition stay in their column where the last field gets
 * its comma. */
#include <Python.h>

static PyObject *
spam_two(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args))
{
    return PyLong_FromLong(2);
}

static PyMethodDef spam_methods[] = {
    {"two", spam_two, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, /* m_base */
    "spam",                /* m_name */
    NULL,                  /* m_doc */
    -1,                    /* m_size */
    spam_methods           /* m_methods */
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&spam_module);
}
