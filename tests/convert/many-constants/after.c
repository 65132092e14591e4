/* Constants by the dozen, added without a look at the results: they stay as they are, and one
 * question behind them ends the import, for each build.  Two are asked each. */
#include <Python.h>

#define ADD(name) PyModule_AddIntConstant(m, #name, SPAM_##name);
#define SPAM_RED 1
#define SPAM_BLUE 2
#define SPAM_GREEN 3
#define SPAM_GREY 4

static long
spam_level(void)
{
    PyErr_Clear();
    return 3;
}

typedef struct {
    PyObject *spam_error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    (void)self; (void)args;
    PyErr_SetString(state->spam_error, "no");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->spam_error == NULL
        || PyModule_AddObjectRef(m, "error", state->spam_error) < 0) {
        return -1;
    }

    /* Two: one test each. */
    if (PyModule_AddIntConstant(m, "ONE", 1) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        return -1;
    }

    /* One of them runs code that clears the exception. */
    if (sizeof(long) == 8) {
        if (PyModule_AddIntConstant(m, "A", 1) < 0) {
            return -1;
        }
        if (PyModule_AddIntConstant(m, "LEVEL", spam_level()) < 0) {
            return -1;
        }
        if (PyModule_AddIntConstant(m, "B", 2) < 0) {
            return -1;
        }
    }

    ADD(RED)
    ADD(BLUE);
#ifdef SPAM_LARGE
    ADD(GREY)
#endif
    PyModule_AddStringConstant(m, "VERSION", "1.0");
    PyModule_AddIntMacro(m, METH_NOARGS); /* the last of all builds */
#ifdef SPAM_GREEN
    ADD(GREEN)
#endif /* SPAM_GREEN */

#ifdef SPAM_RED
    PyModule_AddIntMacro(m, METH_O);
    PyModule_AddIntMacro(m, METH_VARARGS);
    PyModule_AddIntMacro(m, METH_KEYWORDS);   // the last here
#endif
    if (PyErr_Occurred()) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
