// Lambdas in tables are functions; one in the init function returns to that.
#include <Python.h>

typedef struct {
    PyObject *Error;
    PyObject *Warning;
    long calls;
} spam_state;

static inline spam_state *get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyMethodDef methods[] = {
    {"fail", [](PyObject *module, PyObject *arg) -> PyObject * {
         spam_state *state = get_spam_state(module);
         state->calls++;
         PyErr_SetObject(arg == Py_None ? state->Warning : state->Error, arg);
         return nullptr;
     }, METH_O, "fail(value)"},
    {"calls", [](PyObject *module, PyObject *)
    {
        spam_state *state = get_spam_state(module);
        return PyLong_FromLong(state->calls);
    }, METH_NOARGS,
     nullptr},
    {"zero", [](PyObject *, PyObject *) { return PyLong_FromLong(0); }, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

static int spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->Warning);
    return 0;
}

static int spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->Warning);
    return 0;
}

static void spam_free(void *module)
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

static int spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    auto add = [&](const char *name, PyObject *object) -> bool {
        if (object == nullptr)
            return false;
        if (PyModule_AddObjectRef(m, name, object) < 0)
            return false;
        return true;
    };
    state->Error = PyErr_NewException("spam.Error", nullptr, nullptr);
    if (!add("Error", state->Error)) {
        return -1;
    }
    state->Warning = PyErr_NewException("spam.Warning", state->Error, nullptr);
    if (!add("Warning", state->Warning)) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
