/* What still jumps to a label is in one branch of #if, so the label must be there only; the
 * question whether there is a module jumps to each of them. */
#include <Python.h>

typedef struct {
    PyObject *Error;
    PyObject *Other;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
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
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_nothing(PyObject *m)
{
    return m == NULL ? -1 : 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    if (spam_nothing(Py_None) < 0) {
        return -1;
    }
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
#ifdef SPAM_CHECKS
    if (state->Error == NULL)
        goto fail;
#endif
    if (PyModule_AddObjectRef(m, "Error", state->Error) < 0) {
        return -1;
    }
    state->Other = PyErr_NewException("spam.Other", NULL, NULL);
#ifndef SPAM_SMALL
    if (state->Other == NULL) {
        goto other;
    }
#else
    if (state->Other == NULL) {
        return -1;
    }
#endif
    return 0;

#ifndef SPAM_SMALL
other:
#endif
    PyErr_Clear();
#ifdef SPAM_CHECKS
fail: /* without a module, too */
#endif
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
