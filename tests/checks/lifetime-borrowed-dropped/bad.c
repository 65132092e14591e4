#include "../module.h"

static int
spam_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        Py_DECREF(module);  // want: lifetime-borrowed-dropped
        return -1;
    }
    PyObject *dict = PyModule_GetDict(module);
    int result = PyDict_SetItemString(dict, "none", Py_None);
    Py_XDECREF(dict);  // want: lifetime-borrowed-dropped
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};

void
drop_flag(PyObject *flags, Py_ssize_t place, PyObject *value)
{
    PyObject *old = PyStructSequence_GetItem(flags, place);
    PyStructSequence_SetItem(flags, place + 1, Py_NewRef(value));
    Py_XDECREF(old);  // want: lifetime-borrowed-dropped
}
