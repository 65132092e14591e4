/* Both at once, one behind the other, or the same object again. */
#include "../module.h"

static PyObject *
spam_move(PyObject *from, PyObject *to)
{
    int result;
    Py_BEGIN_CRITICAL_SECTION2(from, to);
    result = PyDict_Update(to, from);
    PyDict_Clear(from);
    Py_END_CRITICAL_SECTION2();
    return result < 0 ? NULL : Py_NewRef(to);
}

static PyObject *
spam_clear_both(PyObject *first, PyObject *second)
{
    Py_BEGIN_CRITICAL_SECTION(first);
    PyDict_Clear(first);
    Py_BEGIN_CRITICAL_SECTION(first);
    PyDict_Clear(first);
    Py_END_CRITICAL_SECTION();
    Py_END_CRITICAL_SECTION();
    Py_BEGIN_CRITICAL_SECTION(second);
    PyDict_Clear(second);
    Py_END_CRITICAL_SECTION();
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"move", spam_move, METH_O, NULL},
    {"clear_both", spam_clear_both, METH_O, NULL},
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
