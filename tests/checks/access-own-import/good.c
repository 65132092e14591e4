#include "../module.h"

static PyObject *
load(PyObject *self, PyObject *name)
{
    PyObject *other = PyImport_ImportModule("eggspam");
    if (other == NULL) {
        return NULL;
    }
    Py_DECREF(other);
    return PyImport_Import(name);
}

static PyMethodDef functions[] = {
    {"load", load, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = functions, .m_slots = slots,
};
