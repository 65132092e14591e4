/* Constants that are added without a look at the result: a failure ends the import now, where
 * that is a line of its own and nothing is held. */
#include <Python.h>

typedef struct {
    PyObject *Error;
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
    (void)self; (void)args;
    PyErr_SetString(state->Error, "no");
    return NULL;
}
static PyMethodDef methods[] = {{"fail", fail, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
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

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free};
static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *d;
    d = PyModule_GetDict(m);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL) {
        return -1;
    }
    if (PyDict_SetItemString(d, "Error", state->Error) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "A", 1) < 0) {
        return -1;
    }
    if (PyModule_AddIntConstant(m, "LONGER_NAME", /* why */ 2) < 0) { /* behind */
        return -1;
    }
#ifdef SIGKILL
    PyModule_AddIntConstant(m, "KILL", SIGKILL);
#endif
    if (sizeof(int) == 4)
        PyModule_AddStringConstant(m, "B", "b");
    PyModule_AddIntMacro(m, METH_NOARGS);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
