/* What the lossless pairs share: a module `pair` whose contents `fill` adds. */
#ifndef INSULATE_TESTS_PAIR_H
#define INSULATE_TESTS_PAIR_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

#if PY_VERSION_HEX < 0x030a0000
/* CPython 3.9 ignores the bits; what that costs docs/compare.md lists. */
#define Py_TPFLAGS_IMMUTABLETYPE 0
#define Py_TPFLAGS_DISALLOW_INSTANTIATION 0
#endif

static int fill(PyObject *module);

/* Add VALUE (stolen) to the module; -1 also if it is NULL. */
static inline int
add(PyObject *module, const char *name, PyObject *value)
{
    if (value == NULL || PyModule_AddObject(module, name, value) < 0) {
        Py_XDECREF(value);
        return -1;
    }
    return 0;
}

/* Add the static type TYPE, made ready. */
static inline int
add_static(PyObject *module, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    Py_INCREF(type);
    return add(module, name, (PyObject *)type);
}

/* Where nothing but the type is to be visited and released. */
static inline int
visit_type(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static inline void
free_with_type(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)fill}, {0, NULL}};

static struct PyModuleDef module_definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "pair",
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_pair(void)
{
    return PyModuleDef_Init(&module_definition);
}

#endif
