/* The state's struct stands behind the first function that will need it. */
#include <Python.h>

/* What the module owned already. */
struct module_state {
    PyObject *error;
    PyObject *hook;
};

static inline struct module_state *
get_spam_state(PyObject *module)
{
    return (struct module_state *)PyModule_GetState(module);
}

static PyObject *
set_hook(PyObject *self, PyObject *arg)
{
    struct module_state *state = get_spam_state(self);
    Py_XDECREF(state->hook);
    Py_INCREF(arg);
    state->hook = arg;
    Py_RETURN_NONE;
}

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(GETSTATE(self)->error, "no spam");
    return NULL;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->hook);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(get_spam_state(m)->hook);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    GETSTATE(module)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (GETSTATE(module)->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
