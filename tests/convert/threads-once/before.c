#include <Python.h>

typedef struct {
    PyObject *token;
    PyObject *opening, *closing;
    PyObject *empty;
    PyObject *early;
    PyObject *asked;
    PyObject *wrapped;
    PyObject *ready; /* by the import */
} spam_state;

static PyObject *
make_token(void)
{
    PyObject *list = PyList_New(0);
    for (long i = 0; list != NULL && i < 2000; i++) {
        PyObject *number = PyLong_FromLong(i);
        if (number == NULL || PyList_Append(list, number) < 0) {
            Py_XDECREF(number);
            Py_DECREF(list);
            return NULL;
        }
        Py_DECREF(number);
    }
    return list;
}

static PyObject *
spam_token(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->token == NULL) {
        /* It takes a while. */
        state->token = make_token();
        if (state->token == NULL) {
            return NULL;
        }
    }
    Py_INCREF(state->token);
    return state->token;
}

static PyObject *
spam_brackets(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->opening == NULL || state->closing == NULL) {
        state->opening = make_token();
        state->closing = make_token();
        if (state->opening == NULL || state->closing == NULL)
            return NULL;
    }
    return PyTuple_Pack(2, state->opening, state->closing);
}

/* It crashes when memory runs out, with or without threads. */
static PyObject *
spam_empty(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (!state->empty) {
        state->empty = make_token();
    }
    Py_INCREF(state->empty);
    return state->empty;
}

static PyObject *
spam_early(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->early != NULL) {
        return Py_NewRef(state->early);
    }
    if ((state->early = make_token()) == NULL) {
        return NULL;
    }
    return Py_NewRef(state->early);
}

static PyObject *
spam_asked(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->asked == NULL
        && (state->asked = PyObject_CallMethod(module, "empty", NULL)) == NULL)
    {
        return NULL;
    }
    return Py_NewRef(state->asked);
}

static PyObject *
wrap(PyObject *one, PyObject *other)
{
    return PyTuple_Pack(2, one, other != NULL ? other : Py_None);
}

static PyObject *
spam_wrapped(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    if (state->wrapped == NULL) {
        state->wrapped = wrap(state->ready, state->empty);
        if (state->wrapped == NULL) {
            return NULL;
        }
    }
    return Py_NewRef(state->wrapped);
}

static PyObject *
spam_ready(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = PyModule_GetState(module);
    return Py_NewRef(state->ready);
}

static PyMethodDef spam_methods[] = {
    {"token", spam_token, METH_NOARGS, NULL},
    {"brackets", spam_brackets, METH_NOARGS, NULL},
    {"empty", spam_empty, METH_NOARGS, NULL},
    {"early", spam_early, METH_NOARGS, NULL},
    {"asked", spam_asked, METH_NOARGS, NULL},
    {"wrapped", spam_wrapped, METH_NOARGS, NULL},
    {"ready", spam_ready, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->ready = PyList_New(0);
    return state->ready == NULL ? -1 : 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->token);
    Py_VISIT(state->opening);
    Py_VISIT(state->closing);
    Py_VISIT(state->empty);
    Py_VISIT(state->early);
    Py_VISIT(state->asked);
    Py_VISIT(state->wrapped);
    Py_VISIT(state->ready);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->token);
    Py_CLEAR(state->opening);
    Py_CLEAR(state->closing);
    Py_CLEAR(state->empty);
    Py_CLEAR(state->early);
    Py_CLEAR(state->asked);
    Py_CLEAR(state->wrapped);
    Py_CLEAR(state->ready);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
