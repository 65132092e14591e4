#include <Python.h>

typedef struct {
    PyObject *error;
    PyObject *extra;
} spamstate;

static struct PyModuleDef spam_module;

#define spamstate(o) ((spamstate *)PyModule_GetState(o))

static inline spamstate *
get_spam_state(PyObject *module)
{
    return (spamstate *)PyModule_GetState(module);
}

static int
check(spamstate *state, PyObject *arg)
{
    if (arg == Py_None) {
        PyErr_SetString(state->error, "None");
        return -1;
    }
    return PyObject_IsTrue(state->extra);
}

static PyObject *
spam_check(PyObject *self, PyObject *arg)
{
    spamstate *state = get_spam_state(self);
    int answer = check(state, arg);
    return answer < 0 ? NULL : PyBool_FromLong(answer);
}

static PyMethodDef methods[] = {
    {"check", spam_check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(spamstate(m)->error);
    Py_VISIT(get_spam_state(m)->extra);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(spamstate(m)->error);
    Py_CLEAR(get_spam_state(m)->extra);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(spamstate),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free
};

static int
spam_exec(PyObject *m)
{
    spamstate *state = get_spam_state(m);
    spamstate(m)->error = PyErr_NewException("spam.error", NULL, NULL);
    state->extra = PyList_New(0);
    if (spamstate(m)->error == NULL || state->extra == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
