/* Two threads of one interpreter may call strtok at a time where there is no GIL. */
#include "../module.h"
#include <string.h>

static PyObject *
split(PyObject *module, PyObject *unused)
{
    char text[] = "a b";
    return PyUnicode_FromString(strtok(text, " "));  // want-warning: global-process-call
}

static PyMethodDef methods[] = {
    {"split", split, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
