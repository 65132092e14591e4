/* A header's functions: one that has a name of CPython's and is not called stays as it is; the
 * array of another one has a length that only the header knows. */
#include <Python.h>
#include "compat.h"
#include "spam_state.h"

static PyObject *
nothing(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    PyObject *found = own_empty(state, 1);
    Py_XINCREF(found);
    return found;
}

static PyMethodDef methods[] = {
    {"nothing", nothing, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->empty); i++) {
        Py_VISIT(state->empty[i]);
    }
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->empty); i++) {
        Py_CLEAR(state->empty[i]);
    }
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
