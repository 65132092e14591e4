/* A setting that a macro reads for another system's code, too: it stays, and is atomic. */
#include <Python.h>

#include <stdio.h>

/* For variables that interpreters with their own GIL share. */
#ifndef SPAM_SHARED
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L \
    && !defined(__STDC_NO_ATOMICS__)
#define SPAM_SHARED _Atomic
#else
#define SPAM_SHARED volatile
#endif
#endif

/* Messages are printed when this is set. */
static SPAM_SHARED int spam_debug = 0;

#define debug(...) do { \
    if (!spam_debug) \
        break; \
    fprintf(stderr, __VA_ARGS__);} while(0)

#ifdef SPAM_OTHER_SYSTEM
int
spam_query(void)
{
    debug("asked\n");
    return 0;
}
#endif

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    debug("failing\n");
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

static PyObject *
spam_set_debug(PyObject *self, PyObject *arg)
{
    int is_true = PyObject_IsTrue(arg);
    if (is_true < 0) {
        return NULL;
    }
    else if (is_true == 0) {
        spam_debug = 0;
    }
    else {
        spam_debug = 1;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_O, NULL},
    {"set_debug", spam_set_debug, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static void
spam_setup(void)
{
    if (getenv("SPAM_DEBUG") != NULL) {
        spam_debug = 1;
    }
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    spam_setup();
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
