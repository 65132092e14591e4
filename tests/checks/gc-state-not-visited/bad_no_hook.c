#include "../module.h"

typedef struct {
    PyObject *error;
} spam_state;

static inline spam_state *
get_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
spam_exec(PyObject *module)
{
    get_state(module)->error = PyErr_NewException("spam.error", NULL, NULL);  // want-note: state-field-unread  // want: init-result-unchecked
    return 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, spam_exec}, INTERPRETERS_SLOT {0, NULL}};
static PyModuleDef spam_module = {  // want: gc-state-not-visited, lifetime-state-not-cleared
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL, slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
