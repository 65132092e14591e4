#include "../module.h"

static int
spam_exec(PyObject *module)
{
    int result = -1;
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "list", list) < 0) {
        goto done;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) == 0) {
        result = 0;
    }
done:
    Py_DECREF(list);
    return result;
}

/* What is optional may fail: the exception is dropped. */
static int
spam_exec_optional(PyObject *module)
{
    PyObject *other = PyImport_ImportModule("other");
    if (other == NULL) {
        PyErr_Clear();
        return 0;
    }
    int result = PyModule_AddObjectRef(module, "other", other);
    Py_DECREF(other);
    return result;
}

/* What looks for something may find nothing, without an exception. */
static PyObject *
find_optional(PyObject *module)
{
    PyObject *found = PyObject_GetAttrString(module, "optional");
    if (found == NULL) {
        PyErr_Clear();
    }
    return found;
}

static int
spam_exec_found(PyObject *module)
{
    PyObject *found = find_optional(module);
    if (found == NULL) {
        return 0;
    }
    int result = PyModule_AddObjectRef(module, "found", found);
    Py_DECREF(found);
    return result;
}

/* What follows the label returns -1 first. */
static int
spam_exec_label(PyObject *mod)
{
    PyObject *module = mod;
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        goto error;
    }
    return 0;
error:
    module = NULL;
    if (module == NULL) {
        return -1;
    }
    return 0;
}

/* No failure is asked for. */
static int
spam_exec_simple(PyObject *module)
{
    if (PyObject_HasAttrString(module, "answer")) {
        return 0;
    }
    if (!PyModule_Check(module)) {
        return 0;
    }
    return PyModule_AddIntConstant(module, "answer", 42);
}

/* Nothing gave it: a parameter. */
static int
spam_exec_parameter(PyObject *module)
{
    if (module == NULL) {
        return 0;
    }
    return PyModule_AddIntConstant(module, "answer", 42);
}

/* Each of these drops it, too. */
static int
spam_exec_dropped(PyObject *module)
{
    PyObject *clock = PyObject_GetAttrString(module, "clock");
    if (clock == NULL) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
            PyErr_Clear();
            return 0;
        }
        return -1;
    }
    long hash = (long)PyObject_Hash(clock);
    Py_DECREF(clock);
    if (hash == -1 && PyErr_Occurred()) {
        PyErr_WriteUnraisable(module);
        return 0;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        goto error;
    }
    return 0;
error:
    PyErr_Clear();
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec_dropped},
    {Py_mod_exec, spam_exec},
    {Py_mod_exec, spam_exec_optional},
    {Py_mod_exec, spam_exec_found},
    {Py_mod_exec, spam_exec_label},
    {Py_mod_exec, spam_exec_simple},
    {Py_mod_exec, spam_exec_parameter},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
