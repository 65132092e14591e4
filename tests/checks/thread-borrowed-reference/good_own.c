/* A list that the function made and gave to nobody. */
#include "../module.h"

static PyObject *
spam_last(PyObject *Py_UNUSED(module), PyObject *object)
{
    PyObject *list = PySequence_List(object);
    if (list == NULL) {
        return NULL;
    }
    Py_ssize_t n = PyList_GET_SIZE(list);
    PyObject *last = n > 0 ? Py_NewRef(PyList_GET_ITEM(list, n - 1)) : Py_NewRef(Py_None);
    Py_DECREF(list);
    return last;
}

static PyMethodDef methods[] = {
    {"last", spam_last, METH_O, NULL},
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
