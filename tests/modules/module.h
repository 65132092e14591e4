/* What the tiny modules share: the slots that each Python knows. */
#ifndef INSULATE_TESTS_MODULE_H
#define INSULATE_TESTS_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX >= 0x030c0000
#define SLOT_INTERPRETERS(value) {Py_mod_multiple_interpreters, value},
#define OWN_GIL SLOT_INTERPRETERS(Py_MOD_PER_INTERPRETER_GIL_SUPPORTED)
#define SHARED_GIL SLOT_INTERPRETERS(Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED)
#define ONCE SLOT_INTERPRETERS(Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED)
#else
#define OWN_GIL
#define SHARED_GIL
#define ONCE
#endif
#define UNDECLARED

#if PY_VERSION_HEX >= 0x030d0000 && !defined NEEDS_GIL
#define NO_GIL {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#else
#define NO_GIL
#endif

/* A module `name` in two phases: its exec function, its methods, what it declares. */
#define MODULE(name, exec, methods, declares)                                          \
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)exec},                    \
                                       declares NO_GIL{0, NULL}};                      \
    static struct PyModuleDef definition = {                                           \
        .m_base = PyModuleDef_HEAD_INIT,                                               \
        .m_name = #name,                                                               \
        .m_methods = methods,                                                          \
        .m_slots = slots,                                                              \
    };                                                                                 \
    PyMODINIT_FUNC PyInit_##name(void)                                                 \
    {                                                                                  \
        return PyModuleDef_Init(&definition);                                          \
    }

static inline int
add_reference(PyObject *module, const char *name, PyObject *object)
{
    if (object == NULL) {
        return -1;
    }
    Py_INCREF(object);
    if (PyModule_AddObject(module, name, object) != 0) {
        Py_DECREF(object);
        return -1;
    }
    return 0;
}

#endif
