/* A dictionary that PyArg_ParseTuple gives. */
#include "../module.h"

static PyObject *
spam_lookup(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *dict, *key;
    if (!PyArg_ParseTuple(args, "O!O", &PyDict_Type, &dict, &key)) {
        return NULL;
    }
    PyObject *value = PyDict_GetItem(dict, key);  // want: thread-borrowed-reference
    return Py_NewRef(value != NULL ? value : Py_None);
}

static PyMethodDef methods[] = {
    {"lookup", spam_lookup, METH_VARARGS, NULL},
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
