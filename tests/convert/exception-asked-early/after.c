/* What asks for an exception before the additions, or only replaces it, does not end the
 * import. */
#include <Python.h>

typedef struct {
    PyObject *cache;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
look(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    return Py_NewRef(state->cache);
}

static PyMethodDef methods[] = {
    {"look", look, METH_NOARGS, NULL},
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *dict;
    if (PyErr_Occurred()) {
        return -1;
    }
    state->cache = PyDict_New();
    if (state->cache == NULL) {
        return -1;
    }
    dict = PyModule_GetDict(m);
    PyDict_SetItemString(dict, "layer", PyBool_FromLong(1));
    PyDict_SetItemString(dict, "mode", PyBool_FromLong(0));
    if (PyErr_Occurred()) {
        PyErr_SetString(PyExc_ImportError, "spam: no constants");
    }
    return PyErr_Occurred() ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
