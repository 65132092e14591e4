/* The module has an m_clear, and no m_traverse: the one that it gets visits what that gives up, too;
 * not what it only forgets. */
#include <Python.h>

struct state {
    PyObject *error;
    PyObject *lent;
    PyObject *cache;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static inline struct state *
get_spam_state(PyObject *module)
{
    return (struct state *)PyModule_GetState(module);
}

static PyObject *
spam_get(PyObject *module, PyObject *ignored)
{
    struct state *state = get_spam_state(module);
    if (state->cache == NULL)
        state->cache = PyDict_New();
    Py_XINCREF(state->cache);
    return state->cache;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    GETSTATE(m)->lent = NULL;
    Py_CLEAR(get_spam_state(m)->cache);
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    struct state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    Py_VISIT(state->error);
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
    st->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }
    st->lent = st->error;
    Py_INCREF(st->error);
    if (PyModule_AddObject(module, "Error", st->error) < 0) {
        Py_DECREF(st->error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
