/* Single-phase initialisation, with nothing in it that could be shared. */
#include "module.h"

static PyObject *
one(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"one", one, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "single_clean",
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_single_clean(void)
{
    return PyModule_Create(&definition);
}
