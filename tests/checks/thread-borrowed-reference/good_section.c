/* PyDict_Next in the critical section of the dictionary. */
#include "../module.h"

static PyObject *
spam_count(PyObject *Py_UNUSED(module), PyObject *dict)
{
    PyObject *key, *value;
    Py_ssize_t position = 0;
    long n = 0;
    Py_BEGIN_CRITICAL_SECTION(dict);
    while (PyDict_Next(dict, &position, &key, &value)) {
        n += PyUnicode_CheckExact(key) && PyLong_CheckExact(value);
    }
    Py_END_CRITICAL_SECTION();
    return PyLong_FromLong(n);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
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
