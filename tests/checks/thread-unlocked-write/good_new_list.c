/* A list that was just made. */
#include "../module.h"

static PyObject *
spam_pair(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyObject *list = PyList_New(2);
    if (list != NULL) {
        PyList_SET_ITEM(list, 0, Py_NewRef(object));
        PyList_SET_ITEM(list, 1, Py_NewRef(object));
    }
    return list;
}

static PyMethodDef methods[] = {
    {"pair", spam_pair, METH_O, NULL},
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
