/* All accesses to a flag are atomic; its address is handed on. */
#include "../module.h"

extern int open_with(int *flag);

static int works = -1;  // want-note: state-static-data

static PyObject *
spam_open(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    int *flag = &works;
    if (__atomic_load_n(&works, __ATOMIC_RELAXED) == -1) {
        __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
    }
    return PyLong_FromLong(open_with(flag));
}

static PyMethodDef methods[] = {
    {"open", spam_open, METH_NOARGS, NULL},
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
