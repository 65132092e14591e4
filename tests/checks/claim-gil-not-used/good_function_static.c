/* A static table of a function that nothing writes. */
#include "../module.h"

static PyObject *
spam_at(PyObject *Py_UNUSED(module), PyObject *value)
{
    static const unsigned char table[4] = {1, 2, 4, 8};
    long i = PyLong_AsLong(value);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromLong(table[i & 3]);
}

static PyMethodDef methods[] = {
    {"at", spam_at, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
