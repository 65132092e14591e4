/* Memory that one call uses, through helpers, and gives back at its end: the pointer stays, so
 * that to release it in m_free would be once too often. */
#include <Python.h>

#include <stdlib.h>

typedef struct {
    long *items;
    int n_items;
    int n_places;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
make_room(spam_state *state)
{
    if (state->n_items == state->n_places) {
        state->n_places *= 2;
        state->items = realloc(state->items,
                               (size_t)state->n_places * sizeof(long));
    }
    return state->items != NULL;
}

static int
collect(spam_state *state, long number)
{
    if (number > 1 && !collect(state, number / 2)) {
        return 0;
    }
    if (!make_room(state)) {
        return 0;
    }
    state->items[state->n_items++] = number;
    return 1;
}

static PyObject *
halves(PyObject *self, PyObject *argument)
{
    spam_state *state = get_spam_state(self);
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    state->n_items = 0;
    state->n_places = 4;
    state->items = malloc(4 * sizeof(long));
    if (state->items == NULL) {
        return PyErr_NoMemory();
    }
    int ok = collect(state, number);
    long sum = 0;
    for (int i = 0; i < state->n_items && ok; i++) {
        sum += state->items[i];
    }
    free(state->items);
    return ok ? PyLong_FromLong(sum) : PyErr_NoMemory();
}

static PyMethodDef methods[] = {
    {"halves", halves, METH_O, NULL},
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
