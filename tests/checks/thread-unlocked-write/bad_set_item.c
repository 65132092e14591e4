/* PyList_SET_ITEM neither locks nor releases what was there. */
#include "../module.h"

static PyObject *
spam_put(PyObject *Py_UNUSED(module), PyObject *list)
{
    if (!PyList_Check(list) || PyList_Size(list) == 0) {
        Py_RETURN_NONE;
    }
    PyList_SET_ITEM(list, 0, Py_NewRef(Py_None));  // want: thread-unlocked-write
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"put", spam_put, METH_O, NULL},
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
