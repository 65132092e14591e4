/* The definition, the head of the init function and the ways out of it are macros. */
#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define MOD_ERROR(m) do { return -1; } while (0)
#define MOD_SUCCESS(m) return m
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#define MOD_DEF(ob, name, doc, methods)                \
    static struct PyModuleDef moduledef = {            \
        PyModuleDef_HEAD_INIT, #name, doc, -1, methods, \
    };                                                 \
    ob = PyModule_Create(&moduledef);
#else
#define MOD_ERROR(m) return
#define MOD_SUCCESS(m) return
#define MOD_INIT(name) void init##name(void)
#define MOD_DEF(ob, name, doc, methods) ob = Py_InitModule3(#name, methods, doc);
#endif

#define ADD_NUMBER(m, name, value) do {                   \
    if (PyModule_AddIntConstant(m, name, value) < 0)      \
        MOD_ERROR(m);                                     \
} while (0)

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->SpamError, "no spam");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
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

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "spam", "Spam.", sizeof(spam_state), spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    ADD_NUMBER(m, "EGGS", 2);
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL)
        return -1;
    Py_INCREF(state->SpamError);
    if (PyModule_AddObject(m, "Error", state->SpamError) < 0)
        return -1;
    return 0;
}

MOD_INIT(spam)
{
    return PyModuleDef_Init(&moduledef);
}
