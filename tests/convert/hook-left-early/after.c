/* Hooks that may be left before their end: what moves is visited and released above. */
#include <Python.h>

typedef struct {
    PyObject *word;
    int is_open;
    PyObject *cache;
} module_state;

static inline module_state *
get_spam_state(PyObject *module)
{
    return (module_state *)PyModule_GetState(module);
}

static PyObject *
put(PyObject *module, PyObject *key)
{
    module_state *state = get_spam_state(module);
    if (state->cache == NULL && (state->cache = PyDict_New()) == NULL) {
        return NULL;
    }
    if (PyDict_SetItem(state->cache, key, Py_None) < 0) {
        return NULL;
    }
    return PyLong_FromSsize_t(PyDict_Size(state->cache));
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *st = PyModule_GetState(module);
    if (!st) {
        return 1;
    }
    Py_VISIT(get_spam_state(module)->cache);
    if (!st->is_open) {
        return 0;
    }
    Py_VISIT(st->word);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    module_state *st = PyModule_GetState(module);

    Py_CLEAR(get_spam_state(module)->cache);
    if (st->is_open) {
        Py_CLEAR(st->word);
        return 0;
    }
    return 0;
}

static void
spam_free(void *module)
{
    module_state *state = get_spam_state((PyObject *)module);
    module_state *st = PyModule_GetState((PyObject *)module);

    if (st == NULL) {
        return;
    }
    Py_XDECREF(st->word);
    Py_CLEAR(state->cache);
}

static PyMethodDef methods[] = {
    {"put", put, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
    module_state *st = PyModule_GetState(module);
    st->word = PyUnicode_FromString("w");
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
