/* Two objects, locked one after the other. */
#include "../module.h"

static PyObject *
spam_move(PyObject *from, PyObject *to)
{
    int result;
    Py_BEGIN_CRITICAL_SECTION(from);
    Py_BEGIN_CRITICAL_SECTION(to);  // want: thread-nested-sections
    result = PyDict_Update(to, from);
    PyDict_Clear(from);
    Py_END_CRITICAL_SECTION();
    Py_END_CRITICAL_SECTION();
    return result < 0 ? NULL : Py_NewRef(to);
}

static PyMethodDef methods[] = {
    {"move", spam_move, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
