/* Ways in which a field of the module's own state gets what a static has, whose only reference the
 * module's dictionary got: by a local, a helper's local, a choice, a chain, by its name in another
 * function.  The last has its own reference. */
#include <Python.h>

struct state {
    PyObject *local;
    PyObject *returned;
    PyObject *chosen;
    PyObject *chained;
    PyObject *named;
    PyObject *own;
    PyObject *local_error;
    PyObject *returned_error;
    PyObject *chosen_error;
    PyObject *chained_error;
    PyObject *named_error;
    PyObject *own_error;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static inline struct state *
get_spam_state(PyObject *module)
{
    return (struct state *)PyModule_GetState(module);
}

static PyObject *
make_local(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->local_error = PyErr_NewException("spam.local", NULL, NULL);
    if (state->local_error != NULL)
        PyModule_AddObject(module, "local",
                           (Py_XINCREF(state->local_error),
                            state->local_error));
    return state->local_error;
}

static PyObject *
make_returned(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->returned_error = PyErr_NewException("spam.returned", NULL, NULL);
    if (state->returned_error != NULL)
        PyModule_AddObject(module, "returned",
                           (Py_XINCREF(state->returned_error),
                            state->returned_error));
    PyObject *result = state->returned_error;
    return result;
}

static PyObject *
make_chosen(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->chosen_error = PyErr_NewException("spam.chosen", NULL, NULL);
    if (state->chosen_error != NULL)
        PyModule_AddObject(module, "chosen",
                           (Py_XINCREF(state->chosen_error),
                            state->chosen_error));
    return state->chosen_error != NULL ? state->chosen_error : NULL;
}

static PyObject *
make_named(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->named_error = PyErr_NewException("spam.named", NULL, NULL);
    if (state->named_error != NULL)
        PyModule_AddObject(module, "named",
                           (Py_XINCREF(state->named_error),
                            state->named_error));
    return state->named_error;
}

static PyObject *
make_own(PyObject *module)
{
    struct state *state = get_spam_state(module);
    state->own_error = PyErr_NewException("spam.own", NULL, NULL);
    if (state->own_error != NULL)
        PyModule_AddObject(module, "own", state->own_error);
    Py_XINCREF(state->own_error);
    Py_XINCREF(state->own_error);
    return state->own_error;
}

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->local);
    Py_VISIT(GETSTATE(m)->returned);
    Py_VISIT(GETSTATE(m)->chosen);
    Py_VISIT(GETSTATE(m)->chained);
    Py_VISIT(GETSTATE(m)->named);
    Py_VISIT(GETSTATE(m)->own);
    Py_VISIT(get_spam_state(m)->local_error);
    Py_VISIT(get_spam_state(m)->returned_error);
    Py_VISIT(get_spam_state(m)->chosen_error);
    Py_VISIT(get_spam_state(m)->chained_error);
    Py_VISIT(get_spam_state(m)->named_error);
    Py_VISIT(get_spam_state(m)->own_error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->local);
    Py_CLEAR(GETSTATE(m)->returned);
    Py_CLEAR(GETSTATE(m)->chosen);
    Py_CLEAR(GETSTATE(m)->chained);
    Py_CLEAR(GETSTATE(m)->named);
    Py_CLEAR(GETSTATE(m)->own);
    Py_CLEAR(get_spam_state(m)->local_error);
    Py_CLEAR(get_spam_state(m)->returned_error);
    Py_CLEAR(get_spam_state(m)->chosen_error);
    Py_CLEAR(get_spam_state(m)->chained_error);
    Py_CLEAR(get_spam_state(m)->named_error);
    Py_CLEAR(get_spam_state(m)->own_error);
    return 0;
}

static PyObject *
spam_names(PyObject *module, PyObject *ignored)
{
    struct state *state = get_spam_state(module);
    return PyTuple_Pack(6, state->local_error, state->returned_error,
                        state->chosen_error, state->chained_error,
                        state->named_error, state->own_error);
}

static PyMethodDef methods[] = {
    {"names", spam_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
    struct state *state = get_spam_state(module);
    struct state *st = GETSTATE(module);
    PyObject *error = make_local(module);
    st->local = error;
    Py_XINCREF(st->local);
    st->returned = make_returned(module);
    Py_XINCREF(st->returned);
    st->chosen = make_chosen(module);
    Py_XINCREF(st->chosen);
    st->chained = state->chained_error = PyErr_NewException("spam.chained",
                                                            NULL, NULL);
    Py_XINCREF(st->chained);
    if (state->chained_error != NULL)
        PyModule_AddObject(module, "chained",
                           (Py_INCREF(state->chained_error),
                            state->chained_error));
    make_named(module);
    st->named = state->named_error;
    Py_XINCREF(st->named);
    st->own = make_own(module);
    if (PyErr_Occurred()) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
