/* The header gives the names of its macros to functions in the branch for the module that has them:
 * no use of the macros, and no place for the state of this module. */
#include "api.h"

typedef struct {
    PyObject *HamError;
} ham_state;

static inline ham_state *
get_ham_state(PyObject *module)
{
    return (ham_state *)PyModule_GetState(module);
}

static PyObject *
twice(PyObject *self, PyObject *arg)
{
    int number = Spam_Number(arg);
    if (number > 100) {
        ham_state *state = get_ham_state(self);
        PyErr_SetString(state->HamError, "too large");
        return NULL;
    }
    return Spam_New(2 * number);
}

static PyMethodDef methods[] = {
    {"twice", twice, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
ham_traverse(PyObject *module, visitproc visit, void *arg)
{
    ham_state *state = get_ham_state(module);
    Py_VISIT(state->HamError);
    return 0;
}

static int
ham_clear(PyObject *module)
{
    ham_state *state = get_ham_state(module);
    Py_CLEAR(state->HamError);
    return 0;
}

static void
ham_free(void *module)
{
    (void)ham_clear((PyObject *)module);
}

static int ham_exec(PyObject *m);

static PyModuleDef_Slot ham_slots[] = {
    {Py_mod_exec, ham_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "ham", NULL, sizeof(ham_state), methods,
    .m_slots = ham_slots,
    .m_traverse = ham_traverse,
    .m_clear = ham_clear,
    .m_free = ham_free,
};

static int
ham_exec(PyObject *m)
{
    ham_state *state = get_ham_state(m);
    if (import_spam() < 0) {
        return -1;
    }
    state->HamError = PyErr_NewException("ham.Error", NULL, NULL);
    if (state->HamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_ham(void)
{
    return PyModuleDef_Init(&def);
}
