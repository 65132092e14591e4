/* An imported function is cached in the module state when it is first needed; no lock. */
#include <Python.h>

typedef struct {
    PyObject *dumps;
} spam_state;

static PyObject *
spam_dump(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    if (state->dumps == NULL) {
        PyObject *json = PyImport_ImportModule("json");
        if (json == NULL) {
            return NULL;
        }
        state->dumps = PyObject_GetAttrString(json, "dumps");  // want: thread-unlocked-write
        Py_DECREF(json);
        if (state->dumps == NULL) {
            return NULL;
        }
    }
    return PyObject_CallOneArg(state->dumps, arg);
}

static PyMethodDef spam_methods[] = {
    {"dump", (PyCFunction)spam_dump, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_VISIT(state->dumps);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->dumps);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
