#include "table.h"
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include "spam_state.h"

static PyObject *
spam_count(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    const char *data;
    Py_ssize_t size;
    if (!PyArg_ParseTuple(args, "y#", &data, &size)) {
        return NULL;
    }
    for (Py_ssize_t i = 0; i < size; i++) {
        count(state, data[i]);
    }
    return PyLong_FromLong(state->counts[0]);
}

static PyMethodDef spam_methods[] = {
    {"count", spam_count, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
