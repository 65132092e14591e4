#include "../module.h"

#include <stdio.h>

typedef struct {
    PyObject *error;
    char *buffer, *block;
    FILE *log;
    PyThread_type_lock lock;
} spam_state;

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->buffer = (char *)PyMem_Malloc(4096);  // want: lifetime-resource-kept
    state->block = (char *)PyObject_Malloc(64);  // want: lifetime-resource-kept
    if ((state->log = fopen("/dev/null", "w")) == NULL) {  // want: lifetime-resource-kept  // want-note: state-field-unread
        return -1;
    }
    state->lock = PyThread_allocate_lock();  // want-note: state-field-unread
    state->error = PyErr_NewException("spam.error", NULL, NULL);  // want-note: state-field-unread
    return state->error && state->buffer && state->block ? 0 : -1;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->error);
    return 0;
}

static void
spam_free(void *module)
{
    spam_state *state = PyModule_GetState((PyObject *)module);
    if (state->lock != NULL) {
        PyThread_free_lock(state->lock);
    }
    (void)spam_clear((PyObject *)module);
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_slots = slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
