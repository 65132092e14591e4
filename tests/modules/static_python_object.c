/* What a Python function gave is kept in a static variable: all module objects share it. */
#include "registry.h"

static PyObject *entry;

static int
execute(PyObject *module)
{
    (void)module;
    if (entry == NULL) {
        entry = registry_entry("static_python_object_entries");
    }
    return entry != NULL ? 0 : -1;
}

static PyObject *
get_entry(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    (void)module;
    Py_INCREF(entry);
    return entry;
}

static PyMethodDef methods[] = {
    {"get_entry", get_entry, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)execute}, OWN_GIL NO_GIL{0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "static_python_object",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_static_python_object(void)
{
    return PyModuleDef_Init(&definition);
}
