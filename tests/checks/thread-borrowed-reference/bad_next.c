/* PyDict_Next without a critical section. */
#include "../module.h"

static PyObject *
spam_values(PyObject *Py_UNUSED(module), PyObject *dict)
{
    PyObject *key, *value, *list = PyList_New(0);
    Py_ssize_t position = 0;
    while (list != NULL && PyDict_Next(dict, &position, &key, &value)) {  // want: thread-borrowed-reference
        if (PyList_Append(list, value) < 0) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyMethodDef methods[] = {
    {"values", spam_values, METH_O, NULL},
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
