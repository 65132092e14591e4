#include "../module.h"

static int
spam_exec(PyObject *module)
{
    PyObject *dict = PyModule_GetDict(module);
    Py_INCREF(dict);
    int result = PyDict_SetItemString(dict, "none", Py_None);
    Py_DECREF(dict);
    PyObject *list = PyList_New(0);
    Py_XDECREF(list);
    return result;
}

/* No exec function: the caller gives the reference away. */
void
forget(PyObject *module)
{
    Py_DECREF(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
