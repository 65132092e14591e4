#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define IS_PY3
#endif

#if PY_MAJOR_VERSION < 3
static PyObject *
spam_old(PyObject *self, PyObject *arg)
{
    return PyObject_GetItem(cache, arg);
}
#endif

typedef struct {
    PyObject *cache;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_get(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
#ifdef SPAM_SLOW
    PyObject *found = PyObject_GetItem(state->cache, arg);
#else
    PyObject *found = PyDict_GetItem(state->cache, arg);
    Py_XINCREF(found);
#endif
    if (found == NULL)
        Py_RETURN_NONE;
    return found;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->cache);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->cache);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->cache = PyDict_New();
    if (state->cache == NULL)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
