/* An element of a static array, at a static index. */
#include "../module.h"

static long ring[8];  // want: state-static-data

static PyObject *
spam_put(PyObject *Py_UNUSED(module), PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    ring[number & 7] = number;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", spam_put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
