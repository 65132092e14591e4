#include <string>

#include "../module.h"

/* Paths with C++ objects are not followed: what is written counts. */
static int
add_version(PyObject *module)
{
    std::string version = "1.0";
    if (PyModule_AddStringConstant(module, "version", version.c_str()) < 0) {
        Py_DECREF(module);  // want: lifetime-borrowed-dropped
        return -1;
    }
    return 0;
}

/* Another object by then. */
static int
add_types(PyObject *module)
{
    std::string name = "types";
    if (PyModule_AddIntConstant(module, "next", 45) < 0) {
        return -1;
    }
    module = PyImport_ImportModule(name.c_str());
    Py_XDECREF(module);
    return module != NULL ? 0 : -1;
}

static int
spam_exec(PyObject *module)
{
    if (add_version(module) < 0) {
        return -1;
    }
    return add_types(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    INTERPRETERS_SLOT
    {0, NULL},
};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL, slots, NULL, NULL, NULL,
};
