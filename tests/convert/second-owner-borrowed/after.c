/* A field of the module's own state owns the exception with the reference that was taken for
 * it; the static had none, and the state needs one for that, too. */
#include <Python.h>

struct module_state {
    PyObject *error;
    PyObject *Error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static inline struct module_state *
get_spam_state(PyObject *module)
{
    return (struct module_state *)PyModule_GetState(module);
}

static int
init_exceptions(struct module_state *state)
{
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (!state->Error)
        return 0;
    return 1;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    struct module_state *state = get_spam_state(self);
    PyErr_SetString(state->Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->Error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(get_spam_state(m)->Error);
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

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct module_state), methods,
    spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    struct module_state *state = get_spam_state(m);
    struct module_state *st = GETSTATE(m);
    if (!init_exceptions(state)) {
        return -1;
    }
    st->error = state->Error;
    Py_XINCREF(st->error);
    Py_INCREF(state->Error);
    PyModule_AddObject(m, "Error", state->Error);
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
