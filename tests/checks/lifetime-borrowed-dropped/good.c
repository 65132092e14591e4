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

/* Only a wrong index makes it fail, and what it takes then. */
static int
replace(PyObject *list, PyObject *value)
{
    int result = PyList_SetItem(list, 0, value);
    if (result == 0) {
        Py_INCREF(value);
    }
    return result;
}

PyObject *
replace_first(PyObject *list, PyObject *value)
{
    if (PyList_GET_SIZE(list) == 0 || replace(list, value) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* What was in the place of a struct sequence is left to the function. */
void
set_flag(PyObject *flags, Py_ssize_t place, PyObject *value)
{
    PyObject *old = PyStructSequence_GetItem(flags, place);
    PyStructSequence_SetItem(flags, place, Py_NewRef(value));
    Py_XDECREF(old);
}
