/* PyModule_AddObject takes the reference of what a pointer leads to, of a local that shares it with
 * the struct of the module, and of what a helper made at the place that it was handed: the module
 * state keeps one of its own.  Where the author took one already, nothing is added. */
#include <Python.h>
#include <string.h>

struct errors_record {
    PyObject *first;
    PyObject *second;
    PyObject *third;
};

static int
add_error(PyObject *m, PyObject **slot, const char *name)
{
    *slot = PyErr_NewException(name, NULL, NULL);
    if (*slot == NULL) {
        return -1;
    }
    return PyModule_AddObject(m, strchr(name, '.') + 1,
                              (Py_INCREF(*slot), *slot));
}

typedef struct {
    PyObject *SpamError;
    PyObject *OtherError;
    struct errors_record errors;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
add_counted(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject **slot = &state->OtherError;
    *slot = PyErr_NewException("spam.Other", NULL, NULL);
    if (*slot == NULL) {
        return -1;
    }
    Py_INCREF(*slot);
    if (PyModule_AddObject(m, "Other", *slot) < 0) {
        Py_DECREF(*slot);
        return -1;
    }
    return 0;
}

static PyObject *
fail(PyObject *self, PyObject *number)
{
    spam_state *state = get_spam_state(self);
    PyObject *const kinds[] = {state->SpamError, state->OtherError, state->errors.first, state->errors.second, state->errors.third};
    long i = PyLong_AsLong(number);
    if (i < 0 || i >= (long)Py_ARRAY_LENGTH(kinds)) {
        return PyErr_Occurred() ? NULL : PyLong_FromLong(i);
    }
    PyErr_SetObject(kinds[i], number);
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->OtherError);
    Py_VISIT(state->errors.first);
    Py_VISIT(state->errors.second);
    Py_VISIT(state->errors.third);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->OtherError);
    Py_CLEAR(state->errors.first);
    Py_CLEAR(state->errors.second);
    Py_CLEAR(state->errors.third);
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
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject **slot = &state->errors.first, *local, *other;
    *slot = PyErr_NewException("spam.First", NULL, NULL);
    if (*slot == NULL
        || PyModule_AddObject(m, "First", (Py_XINCREF(*slot), *slot)) < 0) {
        goto error;
    }
    local = state->errors.second = PyErr_NewException("spam.Second", NULL,
                                                      NULL);
    if (local == NULL
        || PyModule_AddObject(m, "Second", (Py_INCREF(local), local)) < 0) {
        goto error;
    }
    state->errors.third = PyErr_NewException("spam.Third", NULL, NULL);
    other = state->errors.third;
    if (other == NULL
        || PyModule_AddObject(m, "Third", (Py_INCREF(other), other)) < 0) {
        goto error;
    }
    if (add_error(m, &state->SpamError, "spam.Error") < 0
        || add_counted(m) < 0) {
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
