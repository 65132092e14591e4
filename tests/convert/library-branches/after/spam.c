#include <Python.h>

#include "count.h"

static PyObject *
spam_count(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return Py_BuildValue("ii", count_processors(), n_calls);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_NOARGS, NULL},
    {NULL}
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
