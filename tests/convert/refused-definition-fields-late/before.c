/* A field of the definition is assigned where it depends on something, and one once the module is
 * made: neither can stand in the initialiser. */
#include <Python.h>
#include <stdlib.h>

static long n_calls;

static PyObject *
call(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    n_calls++;
    return PyLong_FromLong(n_calls);
}

static PyMethodDef methods[] = {
    {"call", call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {PyModuleDef_HEAD_INIT};

PyMODINIT_FUNC
PyInit_spam(void)
{
    spam_module.m_name = "spam";
    spam_module.m_size = -1;
    if (getenv("SPAM_QUIET") == NULL) {
        spam_module.m_methods = methods;
    }
    return PyModule_Create(&spam_module);
}
