/* The size of a list that other threads use. */
#include "../module.h"

static PyObject *
spam_cut(PyObject *Py_UNUSED(module), PyObject *list)
{
    if (!PyList_Check(list)) {
        Py_RETURN_NONE;
    }
    Py_SET_SIZE((PyVarObject *)list, 0);  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"cut", spam_cut, METH_O, NULL},
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
