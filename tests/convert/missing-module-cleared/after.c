#include <Python.h>

typedef struct {
    /* One way out for all: with the module, without it, and before there is one. */
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *mod);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
check_environment(void)
{
    PyObject *answer = PyRun_String("hasattr(__import__('sys'), 'no_spam')", Py_eval_input,
                                    PyEval_GetBuiltins(), NULL);
    if (answer == Py_True) {
        PyErr_SetString(PyExc_ImportError, "no spam today");
    }
    Py_XDECREF(answer);
    return PyErr_Occurred() ? -1 : 0;
}

static int
spam_exec(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    PyObject *m = NULL;
    if (check_environment() < 0) {
        goto done;
    }
    m = mod;
    Py_INCREF(m);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL) {
        Py_CLEAR(m);
        goto done;
    }
    if (PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        Py_CLEAR(m);
    }
done:
    if (m == NULL) {
        return -1;
    }
    Py_DECREF(m);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
