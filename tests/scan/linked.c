/* A module for the stable ABI, and what such a module must not use: each macro adds
 * one thing.  Built by test_scan.py. */
#include <Python.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#ifdef EXPORTED
int linked_exported(void);

int
linked_exported(void)
{
    return 42;
}
#endif

static int
linked_exec(PyObject *module)
{
#ifdef LATE
    Py_ssize_t size;
    if (PyUnicode_AsUTF8AndSize(PyModule_GetNameObject(module), &size) == NULL) {
        return -1;
    }
#endif
#ifdef WEAK
    extern PyObject *PyUnicode_Future(void) __attribute__((weak));
    if (PyUnicode_Future != NULL && PyUnicode_Future() == NULL) {
        return -1;
    }
#endif
#ifdef PRIVATE
    extern PyObject **_PyObject_GetDictPtr(PyObject *);
    if (_PyObject_GetDictPtr(module) == NULL) {
        return -1;
    }
#endif
#ifdef PROCESS_WIDE
    if (setlocale(LC_ALL, "") == NULL || setenv("LINKED", "1", 1) != 0
        || strtok(getenv("LINKED"), ":") == NULL)
    {
        return -1;
    }
#endif
    return module == NULL ? -1 : 0;
}

#ifdef TYPE
PyTypeObject Linked_Type = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "linked.Linked",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "a type",
};
#endif

#ifndef SLOTS
#define SLOTS
#endif
static PyModuleDef_Slot linked_slots[] = {
    {Py_mod_exec, linked_exec},
    SLOTS{0, NULL},
};

static struct PyModuleDef linked_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "linked",
    .m_slots = linked_slots,
};

PyMODINIT_FUNC
PyInit_linked(void)
{
    return PyModuleDef_Init(&linked_module);
}
