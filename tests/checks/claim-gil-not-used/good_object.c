/* A static object: its references are counted by CPython. */
#include "../module.h"

typedef struct {
    PyObject_HEAD
    PyObject *offset;
} Zone;

static Zone utc = {  // want: state-static-object
    PyObject_HEAD_INIT(&PyBaseObject_Type)
    .offset = NULL,
};

static PyObject *
zone(PyObject *name)
{
    return Py_NewRef(name == Py_None ? (PyObject *)&utc : name);
}

static PyObject *
spam_zone(PyObject *Py_UNUSED(module), PyObject *name)
{
    PyObject *found = zone(name);
    int is_name = found == name;
    Py_DECREF(found);
    return PyBool_FromLong(is_name);
}

static PyMethodDef methods[] = {
    {"zone", spam_zone, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0,
    .m_methods = methods, .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
