#include "../module.h"

#define NAME "package._spam"

static PyObject *
reset(PyObject *self, PyObject *unused)
{
    return PyImport_ImportModule(NAME);  // want: access-own-import
}

PyObject *
borrowed(void)
{
    return PyImport_AddModule("_spam");  // want: access-own-import
}

static PyMethodDef functions[] = {
    {"reset", reset, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};
struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = NAME, .m_methods = functions, .m_slots = slots,
};
