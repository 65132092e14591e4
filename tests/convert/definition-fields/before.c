/* The init function assigns fields of the definition, which stands above what they name. */
#include <Python.h>

static long n_calls;

static PyObject *
call(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    n_calls++;
    return PyLong_FromLong(n_calls);
}

static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT};

static PyMethodDef methods[] = {
    {"call", call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Makes the module. */
PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_module.m_name = "spam";
    spam_module.m_doc = PyDoc_STR("Counts.");
    spam_module.m_size = -1; /* it has statics */
    spam_module.m_methods = methods;
    return PyModule_Create(&spam_module);
}
