#include "../module.h"

static PyObject *error;   // want: state-static-object
static int n_calls;       // want: state-static-data

static PyObject *
spam_call(PyObject *module, PyObject *ignored)
{
    n_calls++;
    return Py_NewRef(error);
}

static PyMethodDef methods[] = {
    {"call", spam_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    error = PyErr_NewException("spam.error", NULL, NULL);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_multiple_interpreters,
     Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},  // want: claim-shared-gil-false
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
