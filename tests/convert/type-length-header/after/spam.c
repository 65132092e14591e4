#include <Python.h>

#include "count.h"
#include "spam_state.h"

static PyObject *
spam_add(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(count_add(state, (int)PyLong_AsLong(arg)));
}

static PyObject *
spam_of(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    return PyLong_FromLong(count_of(state, (int)PyLong_AsLong(arg)));
}

static PyMethodDef methods[] = {
    {"add", spam_add, METH_O, NULL},
    {"of", spam_of, METH_O, NULL},
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
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
