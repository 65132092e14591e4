#include <Python.h>

typedef struct {
    /* Raised by everything here. */
    PyObject *SpamError;
    PyObject *json_loads;  /* json.loads, once it is needed */
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(spam_state *state, const char *why)
{
    PyErr_SetString(state->SpamError, why);
    return NULL;
}

static PyObject *
spam_load(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    if (state->json_loads == NULL) {
        PyObject *json = PyImport_ImportModule("json");
        if (json == NULL) {
            return NULL;
        }
        state->json_loads = PyObject_GetAttrString(json, "loads");
        Py_DECREF(json);
        if (state->json_loads == NULL) {
            return NULL;
        }
    }
    if (!PyUnicode_Check(arg)) {
        return fail(state, "not a text");
    }
    return PyObject_CallFunctionObjArgs(state->json_loads, arg, NULL);
}

static PyMethodDef methods[] = {
    {"load", spam_load, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->json_loads);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->json_loads);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",    /* m_name */
    NULL,      /* m_doc */
    sizeof(spam_state), /* m_size */
    methods,   /* m_methods */
    spam_slots, /* m_slots */
    spam_traverse, /* m_traverse */
    spam_clear, /* m_clear */
    spam_free, /* m_free */
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    Py_INCREF(state->SpamError);
    if (PyModule_AddObject(m, "SpamError", state->SpamError) < 0) {
        Py_DECREF(state->SpamError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
