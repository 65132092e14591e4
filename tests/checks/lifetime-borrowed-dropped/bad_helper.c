#include "../module.h"

/* What the import gives to the exec function belongs to it in helpers, too. */
static int
add_all(PyObject *module, PyObject *names)
{
    if (names == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "names", names) < 0) {
        Py_DECREF(module);  // want: lifetime-borrowed-dropped
        return -1;
    }
    return 0;
}

static int
add_version(PyObject *m)
{
    if (PyModule_AddStringConstant(m, "version", "1.0") < 0) {
        return -1;
    }
    PyObject *tools = PyImport_ImportModule("types");
    if (tools == NULL) {
        Py_XDECREF(m);  // want: lifetime-borrowed-dropped
        return -1;
    }
    int result = PyModule_AddObjectRef(m, "tools", tools);
    Py_DECREF(tools);
    return result;
}

static int
add_deeper(int level, PyObject *module)
{
    PyObject *same = module;
    return level > 0 ? add_version(same) : 0;
}

/* One that always releases takes the module over: its caller gives away what it borrows. */
static int
give_up(PyObject *module)
{
    Py_DECREF(module);
    return -1;
}

static int
maybe_give_up(PyObject *module)
{
    if (PyErr_Occurred()) {
        return -1;
    }
    return PyModule_AddIntConstant(module, "answer", 42) < 0
               ? give_up(module)  // want: lifetime-borrowed-dropped
               : 0;
}

static int
spam_exec(PyObject *module)
{
    PyObject *names = PyList_New(0);
    int result = add_all(module, names);
    Py_XDECREF(names);
    if (result < 0 || maybe_give_up(module) < 0) {
        return -1;
    }
    if (add_deeper(2, module) < 0) {
        return give_up(module);  // want: lifetime-borrowed-dropped
    }
    return 0;
}

/* The slot has a function that calls the one with the work. */
static int
spam_exec_or_report(PyObject *module)
{
    int result = spam_exec(module);
    if (result < 0) {
        PySys_WriteStderr("spam: no import\n");
    }
    return result;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec_or_report},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
