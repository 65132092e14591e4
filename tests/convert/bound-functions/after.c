/* Functions that the module makes of tables by itself, bound to nothing. */
#include <Python.h>

typedef struct {
    PyObject *SpamError;
    unsigned flags;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *unused, PyObject *arg)
{
    spam_state *state = get_spam_state(unused);
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

static PyObject *
pack(PyObject *unused, PyObject *arg)
{
    spam_state *state = get_spam_state(unused);
    if (!PyArg_Parse(arg, "I", &state->flags)) {
        return NULL;
    }
    return PyLong_FromUnsignedLong(state->flags);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"pack", pack, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef single = {"single", fail, METH_O, NULL};

static int
add_methods(PyObject *module, PyObject *dict, PyMethodDef *defs)
{
    PyMethodDef *def;
    for (def = defs; def->ml_name != NULL; def++) {
        PyObject *f = PyCFunction_New(def, module);
        if (f == NULL || PyDict_SetItemString(dict, def->ml_name, f) < 0) {
            Py_XDECREF(f);
            return -1;
        }
        Py_DECREF(f);
    }
    return 0;
}

static int
init_functions(PyObject *module, PyObject *dict)
{
    PyObject *f = PyCFunction_New(&single, module);
    if (f == NULL || PyDict_SetItemString(dict, "single", f) < 0) {
        Py_XDECREF(f);
        return -1;
    }
    Py_DECREF(f);
    return add_methods(module, dict, methods);
}

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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->flags = 1;
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL
        || init_functions(m, PyModule_GetDict(m)) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
