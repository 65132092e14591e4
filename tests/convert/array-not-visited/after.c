/* An array of structs with objects that the module's own m_free gives back: what leads back to
 * the module from there keeps it, and that is said. */
#include <Python.h>

typedef struct {
    PyObject *key, *value;
} Entry;

typedef struct {
    Entry *entries;
    size_t n_entries;
    size_t room;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
remember(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyObject *key, *value;
    if (!PyArg_ParseTuple(args, "OO", &key, &value)) {
        return NULL;
    }
    if (state->n_entries == state->room) {
        size_t more = state->room != 0 ? state->room * 2 : 8;
        Entry *grown = PyMem_Realloc(state->entries, more * sizeof(Entry));
        if (grown == NULL) {
            return PyErr_NoMemory();
        }
        state->entries = grown;
        state->room = more;
    }
    Py_INCREF(key);
    Py_INCREF(value);
    state->entries[state->n_entries].key = key;
    state->entries[state->n_entries].value = value;
    state->n_entries++;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"remember", remember, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    for (size_t i = 0; i < state->n_entries; i++) {
        Py_CLEAR(state->entries[i].key);
        Py_CLEAR(state->entries[i].value);
    }
    PyMem_Free(state->entries);
    state->entries = NULL;
    state->n_entries = state->room = 0;
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, NULL, NULL, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
