#include "../module.h"

static int
add_answer(PyObject *module)
{
    Py_INCREF(module);
    int result = PyModule_AddIntConstant(module, "answer", 42);
    Py_DECREF(module);
    return result;
}

/* It takes over what it is given, of a caller that gives it a reference of its own. */
static int
add_and_release(PyObject *module)
{
    if (PyErr_Occurred()) {
        return -1;
    }
    if (PyModule_AddIntConstant(module, "more", 43) < 0) {
        Py_DECREF(module);
        return -1;
    }
    return 0;
}

/* The caller says in so many words that it keeps the module. */
static int
add_constant(PyObject *module, int is_owner)
{
    if (PyModule_AddIntConstant(module, "other", 44) < 0) {
        if (is_owner) {
            Py_DECREF(module);
        }
        return -1;
    }
    return 0;
}

/* What a parameter is made is the function's own. */
static int
add_types(PyObject *module)
{
    int result = PyModule_AddIntConstant(module, "next", 45);
    if (result < 0) {
        return -1;
    }
    module = PyImport_ImportModule("types");
    Py_XDECREF(module);
    return module != NULL ? 0 : -1;
}

/* Only the function that makes a module calls it. */
static PyObject *
release(PyObject *module)
{
    if (PyErr_Occurred()) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}

PyObject *
make_another(void)
{
    PyObject *module = PyModule_New("another");
    return module != NULL ? release(module) : NULL;
}

static int
spam_exec(PyObject *module)
{
    if (add_answer(module) < 0 || add_constant(module, 0) < 0 || add_types(module) < 0) {
        return -1;
    }
    Py_INCREF(module);
    if (add_and_release(module) < 0) {
        return -1;
    }
    Py_DECREF(module);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_slots = slots,
};
