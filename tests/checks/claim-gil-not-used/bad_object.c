/* A field of a static object is written. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    long n_calls;
} Zone;

static Zone utc = {  // want: state-static-object
    PyObject_HEAD_INIT(&PyBaseObject_Type)
    .n_calls = 0,
};

static PyObject *
spam_zone(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(ignored))
{
    utc.n_calls++;
    return Py_NewRef((PyObject *)&utc);
}

static PyMethodDef methods[] = {
    {"zone", spam_zone, METH_NOARGS, NULL},
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
