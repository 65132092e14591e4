/* Single-phase initialisation: what it declares of the GIL is a call. */
#ifndef NAME
#define NAME single_counter
#endif
#include "race.h"

static _Atomic long n;

static PyObject *
count(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    atomic_fetch_add(&n, 1);
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"count", count, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = STRING(NAME),
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC JOIN(PyInit_, NAME)(void)
{
    PyObject *module = PyModule_Create(&definition);
#if defined Py_GIL_DISABLED && !defined NEEDS_GIL
    if (module != NULL && PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED) != 0) {
        Py_CLEAR(module);
    }
#endif
    return module;
}
