/* The datetime C API, and a table that is computed once: both stay. */
#include <Python.h>
#include <datetime.h>

typedef struct {
    unsigned char reversed[16];
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
fail(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetObject(state->SpamError, arg);
    return NULL;
}

static PyObject *
is_date(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    if (!PyDate_Check(arg)) {
        PyErr_SetObject(state->SpamError, arg);
        return NULL;
    }
    return PyLong_FromLong(state->reversed[PyDateTime_GET_DAY(arg) % 16]);
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_O, NULL},
    {"is_date", is_date, METH_O, NULL},
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
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
    PyDateTime_IMPORT;
    if (PyDateTimeAPI == NULL) {
        return -1;
    }
    for (int i = 0; i < 16; i++) {
        state->reversed[i] = (unsigned char)(15 - i);
    }
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
