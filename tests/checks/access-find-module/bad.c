#include "../module.h"

extern PyModuleDef spam_module;

PyObject *
get(PyObject *self, PyObject *ignored)
{
    PyObject *module = PyState_FindModule(&spam_module);  // want: access-find-module
    return Py_XNewRef(module);
}

int
add(PyObject *module)
{
    return PyState_AddModule(module, &spam_module);  // want: access-find-module
}
