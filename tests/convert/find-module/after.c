/* Functions that ask for their own module where they need it. */
#include <Python.h>

typedef struct {
    PyObject *error;
    PyObject *module; /* borrowed: it owns this state */
} spamstate;

static struct PyModuleDef spam_module;

static inline spamstate *
get_spam_state(PyObject *module)
{
    return (spamstate *)PyModule_GetState(module);
}

static PyObject *
fail(spamstate *st)
{
    spamstate *found = PyModule_GetState(st->module);
    PyErr_SetString(found->error, "failed");
    return NULL;
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    spamstate *st = get_spam_state(self);
    if (st->error == NULL) {
        return NULL;
    }
    return fail(st);
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((spamstate *)PyModule_GetState(module))->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(((spamstate *)PyModule_GetState(module))->error);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spamstate),
    .m_methods = methods, .m_traverse = spam_traverse, .m_clear = spam_clear,
    .m_slots = spam_slots,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spamstate *st = get_spam_state(m);
    st->module = m;
    spamstate *state = PyModule_GetState(m);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
