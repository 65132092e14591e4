/* Memory that a function gives back where it fails only is kept otherwise; what it gives back on
 * every way is not. */
#include <Python.h>
#include <stdlib.h>

struct entry {
    char *text;
    int n;
};

struct kept_record {
    char *text;
    int n;
};

typedef struct {
    struct entry *entry;
    struct kept_record kept;
    struct kept_record used;
    char *texts[2];
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
use(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    state->entry = malloc(sizeof *state->entry);
    if (state->entry == NULL) {
        return PyErr_NoMemory();
    }
    if (arg == Py_None) {
        free(state->entry);
        state->entry = NULL;
        Py_RETURN_NONE;
    }
    state->entry->n = 1;
    state->kept.text = malloc(3);
    if (state->kept.text == NULL) {
        return PyErr_NoMemory();
    }
    if (arg == Py_True) {
        free(state->kept.text);
        state->kept.text = NULL;
        Py_RETURN_NONE;
    }
    state->used.text = malloc(3);
    state->texts[1] = malloc(3);
    if (state->texts[1] != NULL && state->used.text != NULL) {
        state->texts[1][0] = state->used.text[0] = state->kept.text[0] = 1;
    }
    if (state->texts[1] != NULL) {
        free(state->texts[1]);
        state->texts[1] = NULL;
    }
    free(state->used.text);
    state->used.text = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"use", use, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
