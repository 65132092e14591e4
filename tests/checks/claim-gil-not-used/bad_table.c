/* A static table that is filled when its own element is empty. */
#include "../module.h"

static unsigned
table_at(unsigned i)
{
    static unsigned char table[256];  // want-note: state-static-data
    if (table[1] == 0) {
        for (unsigned k = 0; k < 256; k++) {
            table[k] = (unsigned char)(k * 7);
        }
    }
    return table[i & 255];
}

static PyObject *
spam_at(PyObject *Py_UNUSED(module), PyObject *value)
{
    long i = PyLong_AsLong(value);
    if (i == -1 && PyErr_Occurred()) {
        return NULL;
    }
    return PyLong_FromUnsignedLong(table_at((unsigned)i));
}

static PyMethodDef methods[] = {
    {"at", spam_at, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
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
