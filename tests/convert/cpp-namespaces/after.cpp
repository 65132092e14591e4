// The init function is outside of the namespaces that hold what it makes.
#include <Python.h>

typedef struct {
    PyObject *error;
    long calls;
    PyObject *error_2;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

namespace text {
namespace detail {
}

static PyObject *
upper(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    state->calls++;
    if (!PyUnicode_Check(arg)) {
        PyErr_SetString(state->error, "not a text");
        return nullptr;
    }
    return PyObject_CallMethod(arg, "upper", nullptr);
}
}

static int spam_exec(PyObject *m);

namespace {

PyObject *
fail(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    PyErr_SetObject(state->error_2, arg);
    return nullptr;
}

PyMethodDef methods[] = {
    {"upper", text::upper, METH_O, nullptr},
    {"fail", fail, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->error);
    Py_VISIT(state->error_2);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->error);
    Py_CLEAR(state->error_2);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->error_2 = PyErr_NewException("spam.Error", nullptr, nullptr);
    state->error = PyErr_NewException("spam.TextError", state->error_2,
                                      nullptr);
    if (state->error_2 == nullptr || state->error == nullptr
        || PyModule_AddObjectRef(m, "Error", state->error_2) < 0
        || PyModule_AddObjectRef(m, "TextError", state->error) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&definition);
}
