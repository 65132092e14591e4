/* A field of the module's own state has what a function lends from a static, whose only reference
 * the module's dictionary got; m_clear gives it up, and m_free is new. */
#include <Python.h>

struct state {
    PyObject *error;
    PyObject *base_error;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static inline struct state *
get_spam_state(PyObject *module)
{
    return (struct state *)PyModule_GetState(module);
}

static PyObject *
make_errors(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->base_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->base_error != NULL)
        PyModule_AddObject(module, "Error",
                           (Py_XINCREF(state->base_error), state->base_error));
    return state->base_error;
}

static PyObject *
spam_fail(PyObject *module, PyObject *ignored)
{
    struct state *state = get_spam_state(module);
    PyErr_SetString(state->base_error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->base_error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(get_spam_state(m)->base_error);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct state), methods,
    spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    struct state *st = GETSTATE(module);
    st->error = make_errors(module);
    Py_XINCREF(st->error);
    if (st->error == NULL) {
        return -1;
    }
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
