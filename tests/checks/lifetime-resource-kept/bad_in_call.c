/* Given back in a branch, in front of the next value, or by a call that gets none. */
#include "../module.h"

typedef struct {
    long *items;
    char *line;
} spam_state;

static void
make_room(spam_state *state)
{
    state->line = calloc(80, 1);  // want: lifetime-resource-kept
}

static void
prepare(spam_state *state)
{
    make_room(state);
}

static PyObject *
spam_sum(PyObject *module, PyObject *number)
{
    spam_state *state = PyModule_GetState(module);
    free(state->items);
    state->items = malloc(4 * sizeof(long));  // want: lifetime-resource-kept
    prepare(state);
    if (state->items != NULL) {
        state->items[0] = PyLong_AsLong(number);
    }
    if (PyErr_Occurred()) {
        free(state->line);
        return NULL;
    }
    return Py_NewRef(number);
}

static PyMethodDef methods[] = {{"sum", spam_sum, METH_O, NULL}, {NULL, NULL, 0, NULL}};

static PyModuleDef_Slot slots[] = {INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
