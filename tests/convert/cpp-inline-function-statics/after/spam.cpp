#include "count.hpp"
#include "spam_state.h"

PyObject *next(PyObject *, PyObject *number);

static PyObject *
calls(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    return PyLong_FromLong(count(state, 0));
}

static PyMethodDef methods[] = {
    {"next", next, METH_O, nullptr},
    {"calls", calls, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->one);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->one);
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
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
