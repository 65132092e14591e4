#include <Python.h>

/* Its additions are not asked for, nor is what it returns. */
static void
add_numbers(PyObject *module)
{
    PyModule_AddIntConstant(module, "ONE", 1);
    PyModule_AddIntConstant(module, "TWO", 2);
}

typedef struct {
    PyObject *spam_error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    PyErr_SetString(state->spam_error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, "Fail."},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
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
    PyModuleDef_HEAD_INIT, "spam", "Fails.", sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *optional, *names;
    optional = PyImport_ImportModule("spam_optional");
    if (optional == NULL) {
        PyErr_Clear();
    }
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL) {
        goto fail;
    }
    Py_INCREF(state->spam_error);
    PyModule_AddObject(m, "Error", state->spam_error);
    names = PyList_New(0);
    if (names == NULL) {
        goto fail;
    }
    PyModule_AddObject(m, "names", names);
    add_numbers(m);
    PyModule_AddStringConstant(m, "version", "1");
    Py_XDECREF(optional);
    return PyErr_Occurred() ? -1 : 0;
fail:
    Py_XDECREF(optional);
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
