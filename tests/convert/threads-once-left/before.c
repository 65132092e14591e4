#include <Python.h>

typedef struct {
    PyObject *last;     /* replaced */
    PyObject *borrowed; /* given by what borrows, and without a reference */
    PyObject *dropped;  /* made again after a reset */
    PyObject *twice;    /* replaced before it is used */
    PyObject *local;    /* asked for by another name, with the exception of a failure set */
    PyObject *filled;   /* seen before it is complete */
    PyObject *given;    /* its address goes elsewhere */
} spam_state;

static void
replace_object(PyObject **place, PyObject *value)
{
    Py_XSETREF(*place, Py_NewRef(value));
}

static PyObject *
spam_last(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *text = PyObject_Repr(value);
    if (text == NULL) {
        return NULL;
    }
    Py_XSETREF(state->last, text);
    return Py_NewRef(state->last);
}

static PyObject *
spam_borrowed(PyObject *module, PyObject *dict)
{
    spam_state *state = PyModule_GetState(module);
    if (state->borrowed == NULL) {
        state->borrowed = PyDict_GetItemString(dict, "spam");
        Py_XINCREF(state->borrowed);
        if (state->borrowed == NULL) {
            Py_RETURN_NONE;
        }
    }
    return Py_NewRef(state->borrowed);
}

static PyObject *
spam_dropped(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (value == Py_None) {
        Py_CLEAR(state->dropped);
        Py_RETURN_NONE;
    }
    if (state->dropped == NULL) {
        state->dropped = PyObject_Repr(value);
        if (state->dropped == NULL) {
            return NULL;
        }
    }
    return Py_NewRef(state->dropped);
}

static PyObject *
spam_twice(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (state->twice == NULL) {
        state->twice = PyObject_Repr(value);
        if (state->twice == NULL) {
            return NULL;
        }
        Py_DECREF(state->twice);
        state->twice = PyObject_Str(value);
        if (state->twice == NULL) {
            return NULL;
        }
    }
    return Py_NewRef(state->twice);
}

static PyObject *
spam_local(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    PyObject *local;
    if (state->local == NULL) {
        state->local = PyObject_Repr(value);
    }
    local = state->local;
    if (local == NULL) {
        return NULL;
    }
    Py_INCREF(local);
    return local;
}

static PyObject *
spam_filled(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (state->filled == NULL) {
        state->filled = PyList_New(0);
        if (state->filled == NULL || PyList_Append(state->filled, value) < 0) {
            return NULL;
        }
    }
    return Py_NewRef(state->filled);
}

static PyObject *
spam_given(PyObject *module, PyObject *value)
{
    spam_state *state = PyModule_GetState(module);
    if (state->given == NULL) {
        state->given = PyObject_Repr(value);
        if (state->given == NULL) {
            return NULL;
        }
    }
    replace_object(&state->given, value);
    return Py_NewRef(state->given);
}

static PyMethodDef spam_methods[] = {
    {"last", spam_last, METH_O, NULL},
    {"borrowed", spam_borrowed, METH_O, NULL},
    {"dropped", spam_dropped, METH_O, NULL},
    {"twice", spam_twice, METH_O, NULL},
    {"local", spam_local, METH_O, NULL},
    {"filled", spam_filled, METH_O, NULL},
    {"given", spam_given, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = PyModule_GetState(module);
    Py_VISIT(state->last);
    Py_VISIT(state->borrowed);
    Py_VISIT(state->dropped);
    Py_VISIT(state->twice);
    Py_VISIT(state->local);
    Py_VISIT(state->filled);
    Py_VISIT(state->given);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    Py_CLEAR(state->last);
    Py_CLEAR(state->borrowed);
    Py_CLEAR(state->dropped);
    Py_CLEAR(state->twice);
    Py_CLEAR(state->local);
    Py_CLEAR(state->filled);
    Py_CLEAR(state->given);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
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
