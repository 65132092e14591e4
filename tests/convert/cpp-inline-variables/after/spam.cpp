#include "globals.hpp"
#include "spam_state.h"

using namespace spam;

static PyObject *
set_strict(PyObject *module, PyObject *value)
{
    spam_state *state = get_spam_state(module);
    int is = PyObject_IsTrue(value);
    if (is < 0)
        return nullptr;
    state->is_strict = is;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"check", check, METH_O, nullptr},
    {"set_strict", set_strict, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (state->error == nullptr
        || PyModule_AddObjectRef(m, "Error", state->error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
