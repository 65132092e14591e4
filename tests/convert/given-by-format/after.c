/* What an N of a format takes over is kept by the state, too.  Not what an O only borrows, what a
 * reference was taken for, or what the state does not have. */
#include <Python.h>

typedef struct {
    PyObject *registry;
    PyObject *other;
    PyObject *counted;
    PyObject *twice;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
get(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    Py_INCREF(state->counted);
    return Py_BuildValue("s#iNO(N)", "text", (Py_ssize_t)4, 1,
                         PyList_GetSlice(state->registry, 0, 1), state->twice,
                         state->counted);
}

static PyMethodDef methods[] = {
    {"get", get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->registry);
    Py_VISIT(state->other);
    Py_VISIT(state->counted);
    Py_VISIT(state->twice);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->registry);
    Py_CLEAR(state->other);
    Py_CLEAR(state->counted);
    Py_CLEAR(state->twice);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *all, *local;
    state->registry = PyList_New(0);
    state->other = PyList_New(0);
    state->counted = PyList_New(0);
    state->twice = PyList_New(0);
    local = PyList_New(0);
    if (state->registry == NULL || state->other == NULL
        || state->counted == NULL || state->twice == NULL || local == NULL)
        goto error;
    Py_INCREF(state->counted);
    Py_INCREF(state->twice);
    if (PyModule_AddObject(m, "twice", state->twice) < 0)
        goto error;
    all = Py_BuildValue("(ONNN)", state->other,
                        (Py_XINCREF(state->registry), state->registry),
                        state->counted, local);
    if (all == NULL || PyModule_AddObject(m, "all", all) < 0)
        goto error;
    all = PyObject_CallFunction((PyObject *)&PyList_Type, "((N))",
                                (Py_XINCREF(state->twice), state->twice));
    if (all == NULL || PyModule_AddObject(m, "list", all) < 0)
        goto error;
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
