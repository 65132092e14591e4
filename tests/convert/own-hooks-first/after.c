/* The hooks of the module stand in front of all that needs the state so far, and the struct
 * that it has in front of the types of its new fields. */
#include <Python.h>

struct names {
    PyObject *first;
    long n_used;
};

struct module_state {
    PyObject *error;
    struct names names;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static inline struct module_state *
get_spam_state(PyObject *module)
{
    return (struct module_state *)PyModule_GetState(module);
}

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->names.first);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(get_spam_state(m)->names.first);
    return 0;
}

static PyObject *
first(PyObject *self, PyObject *unused)
{
    struct module_state *state = get_spam_state(self);
    state->names.n_used++;
    if (state->names.first == NULL) {
        state->names.first = PyUnicode_InternFromString("first");
        if (state->names.first == NULL) {
            return NULL;
        }
    }
    Py_INCREF(state->names.first);
    return state->names.first;
}

static PyObject *
fail(PyObject *self, PyObject *unused)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"first", first, METH_NOARGS, NULL},
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

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
    spam_methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    struct module_state *own = GETSTATE(module);
    own->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (own->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
