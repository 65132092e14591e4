#include <Python.h>

#define MODULE_ENTRY PyInit_spam

typedef struct {
    PyObject *names;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_names(PyObject *self, PyObject *ignored)
{
    spam_state *state = get_spam_state(self);
    return Py_XNewRef(state->names);
}

static PyMethodDef methods[] = {
    {"names", spam_names, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->names);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->names);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_setup(PyObject *mod);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_setup},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    "spam",     /* m_name */
    NULL,       /* m_doc */
    sizeof(spam_state), /* m_size */
    methods,    /* m_methods */
    spam_slots, /* m_slots */
    spam_traverse, /* m_traverse */
    spam_clear, /* m_clear */
    spam_free,  /* m_free */
};

/* Where the module is linked into the program, its name is not exported. */
static int
spam_setup(PyObject *mod)
{
    spam_state *state = get_spam_state(mod);
    if ((state->names = PyList_New(0)) == NULL
        || PyModule_AddIntConstant(mod, "limit", 12) < 0)
    {
        return -1;
    }
    return 0;
}

#if defined(STATIC_MODULE)
PyObject *MODULE_ENTRY(void)
#else
PyMODINIT_FUNC MODULE_ENTRY(void)
#endif
{
    return PyModuleDef_Init(&module_def);
}
