/* Single-phase initialisation with m_size -1: CPython copies the dictionary, so all
 * interpreters have the same exception, list and function. */
#include "module.h"

static PyObject *Error;

static PyObject *
fail(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    PyErr_SetString(Error, "as asked");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "single_shared",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_single_shared(void)
{
    PyObject *module = PyModule_Create(&definition);
    Error = PyErr_NewException("single_shared.Error", NULL, NULL);
    if (module == NULL || add_reference(module, "Error", Error) != 0) {
        Py_CLEAR(module);
    }
    return module;
}
