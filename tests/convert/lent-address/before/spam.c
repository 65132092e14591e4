/* Addresses that a library may keep are told; its own object, and what it fills, are not. */
#include <Python.h>

#include "gauge.h"

static struct gauge_hooks hooks;
static char message[64];
static struct gauge gauge;
static char name[64];

static PyObject *
spam_read(PyObject *module, PyObject *unused)
{
    hooks.allocate = PyMem_RawMalloc;
    hooks.release = PyMem_RawFree;
    if (gauge_register_hooks(&hooks) < 0) {
        return PyErr_NoMemory();
    }
    message[0] = '\0';
    gauge_setopt(1, message);
    gauge.unit++;
    gauge_set_unit(&gauge, 1);
    name[0] = '\0';
    if (gauge_name(name, sizeof(name)) < 0) {
        return PyErr_NoMemory();
    }
    return Py_BuildValue("is", gauge_read(&gauge), name);
}

static PyMethodDef methods[] = {
    {"read", spam_read, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
