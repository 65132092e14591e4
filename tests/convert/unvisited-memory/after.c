/* A table of structs that hold objects, made at run time: it moves, and what is in it is
 * not given up, which is told. */
#include <Python.h>

struct entry {
    PyObject *key;
    long count;
};

typedef struct {
    struct entry *entries;
    size_t n_entries;
    size_t room;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_count(PyObject *self, PyObject *key)
{
    spam_state *state = get_spam_state(self);
    for (size_t i = 0; i < state->n_entries; i++) {
        if (state->entries[i].key == key) {
            return PyLong_FromLong(++state->entries[i].count);
        }
    }
    if (state->n_entries == state->room) {
        struct entry *grown = PyMem_Realloc(
            state->entries, (state->room + 8) * sizeof(struct entry));
        if (grown == NULL) {
            return PyErr_NoMemory();
        }
        state->entries = grown;
        state->room += 8;
    }
    Py_INCREF(key);
    state->entries[state->n_entries].key = key;
    state->entries[state->n_entries].count = 1;
    state->n_entries++;
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"count", spam_count, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
