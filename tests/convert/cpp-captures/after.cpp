// A lambda inside of a function takes the state from that; [&] takes everything.
#include <Python.h>

typedef struct {
    PyObject *Error;
    PyObject *Other;
    long calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    auto pick = [state](bool is_error) { return is_error ? state->Error : state->Other; };
    auto raise = [state, arg](const char *text) -> PyObject * {
        auto type = [state, arg]() { return PyLong_Check(arg) ? state->Error : state->Other; };
        PyErr_Format(type(), "%s: %R", text, arg);
        return nullptr;
    };
    auto count = [&] { state->calls++; };
    auto text = [] { return "failed"; };
    count();
    if (arg != Py_None)
        return raise(text());
    PyErr_SetString(pick(state->calls % 2 == 0), text());
    return nullptr;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Other);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Other);
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
    auto has_all = [state]() -> bool { return state->Error != nullptr && state->Other != nullptr; };
    state->Error = PyErr_NewException("spam.Error", nullptr, nullptr);
    state->Other = PyErr_NewException("spam.Other", nullptr, nullptr);
    if (!has_all() || PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
