/* The dictionary of a call's keyword arguments is private. */
#include "../module.h"

static PyObject *
spam_key(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(args), PyObject *kwargs)
{
    PyObject *key = kwargs != NULL ? PyDict_GetItemString(kwargs, "key") : NULL;
    return Py_NewRef(key != NULL ? key : Py_None);
}

static PyMethodDef methods[] = {
    {"key", (PyCFunction)(void (*)(void))spam_key, METH_VARARGS | METH_KEYWORDS, NULL},
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
