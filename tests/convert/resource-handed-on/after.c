/* Memory that a pointer does not keep for itself: m_free must not free it a second time, or in
 * the middle. */
#include <Python.h>
#include <stdlib.h>

typedef struct {
    char *text;
    int n;
} Entry;

static void
drop(char *memory)
{
    free(memory);
}

typedef struct {
    char *dropped;  /* a function frees it, and leaves the pointer */
    int has_dropped;
    char *copied;
    char *copy;
    char *handed;
    char *taken;
    char *moved;  /* it points behind the begin */
    char *behind;  /* so does what it is given */
    char *numbered;
    size_t number;  /* the address, as a number */
    Entry *entry;  /* leads to more */
    char *lent;  /* the second of two that are given the same */
    char *first;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
take(spam_state *state, char *memory)
{
    state->taken = memory;
}

static PyObject *
open_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    char *fresh = malloc(16);
    state->dropped = malloc(16);
    state->copied = malloc(16);
    state->handed = malloc(16);
    state->moved = malloc(16);
    state->numbered = malloc(16);
    state->behind = (char *)malloc(16) + 4;
    state->entry = malloc(sizeof(Entry));
    if (fresh == NULL || state->dropped == NULL || state->copied == NULL
        || state->handed == NULL || state->moved == NULL
        || state->numbered == NULL || state->entry == NULL)
    {
        return PyErr_NoMemory();
    }
    state->has_dropped = 1;
    state->copy = state->copied;
    take(state, state->handed);
    state->moved++;
    state->number = (size_t)state->numbered;
    state->entry->text = strdup("entry");
    state->first = fresh;
    state->lent = fresh;
    Py_RETURN_NONE;
}

static PyObject *
close_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    if (state->has_dropped) {
        drop(state->dropped);
        state->has_dropped = 0;
    }
    free(state->copy);
    state->copy = NULL;
    free(state->taken);
    state->taken = NULL;
    if (state->moved != NULL) {
        free(state->moved - 1);
        state->moved = NULL;
    }
    if (state->behind != NULL) {
        free(state->behind - 4);
        state->behind = NULL;
    }
    free((char *)state->number);
    state->number = 0;
    free(state->first);
    state->first = state->lent = NULL;
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"open", open_all, METH_NOARGS, NULL},
    {"close", close_all, METH_NOARGS, NULL},
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
