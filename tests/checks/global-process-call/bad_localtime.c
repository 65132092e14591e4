/* localtime returns a static of the C library. */
#include "../module.h"

#include <time.h>

static PyObject *
spam_hour(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    time_t now = time(NULL);
    struct tm *parts = localtime(&now);  // want-warning: global-process-call
    return PyLong_FromLong(parts != NULL ? parts->tm_hour : -1);
}

static PyMethodDef methods[] = {
    {"hour", spam_hour, METH_NOARGS, NULL},
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
