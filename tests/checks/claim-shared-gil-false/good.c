/* The shared GIL guards a number; the number itself is another finding. */
#include "../module.h"

static int n_asked;  // want: state-static-data

static PyObject *
spam_ask(PyObject *module, PyObject *ignored)
{
    return PyLong_FromLong(++n_asked);
}

static PyMethodDef methods[] = {
    {"ask", spam_ask, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
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
