#include "../module.h"

static int
spam_exec(PyObject *module)
{
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return 0;  // want: init-failure-ignored
    }
    if (PyModule_AddObjectRef(module, "list", list) < 0) {
        goto error;
    }
    Py_DECREF(list);
    if (PyModule_AddIntConstant(module, "answer", 42) == -1)
        return 0;  // want: init-failure-ignored
    return 0;

error:
    Py_DECREF(list);
    return 0;  // want: init-failure-ignored
}

static PyObject *
make_list(void)
{
    PyObject *list = PyList_New(1);
    if (list != NULL) {
        PyList_SET_ITEM(list, 0, Py_NewRef(Py_None));
    }
    return list;
}

static int
spam_exec_more(PyObject *module)
{
    PyObject *list = make_list();
    int flags = 0;
    if (list == NULL) {
        return 0;  // want: init-failure-ignored
    }
    int result = PyModule_AddObjectRef(module, flags ? "one" : "more", list);
    Py_DECREF(list);
    return result;
}

static int
set_answer(PyObject *module)
{
    return PyModule_AddIntConstant(module, "answer", 42);
}

static int
set_answers(PyObject *module)
{
    if (set_answer(module) < 0) {
        return -1;
    }
    return set_answer(module);
}

static int
spam_exec_answers(PyObject *module)
{
    if (set_answers(module) < 0) {
        return 0;  // want: init-failure-ignored
    }
    return 0;
}

/* Exceptions that are handled elsewhere leave the others. */
static int
spam_exec_optional(PyObject *module)
{
    PyObject *clock = PyObject_GetAttrString(module, "clock");
    if (clock == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError)) {
            goto error;
        }
        PyErr_Clear();
    }
    Py_XDECREF(clock);
    clock = PyObject_GetAttrString(module, "time");
    if (clock == NULL) {
        if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
            PyErr_Clear();
        }
        else {
            goto error;
        }
    }
    Py_XDECREF(clock);
    long hash = (long)PyObject_Hash(module);
    if (hash == -1 && PyErr_Occurred()) {
        goto error;
    }
    return 0;
error:
    return 0;  // want: init-failure-ignored
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {Py_mod_exec, spam_exec_more},
    {Py_mod_exec, spam_exec_optional},
    {Py_mod_exec, spam_exec_answers},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
