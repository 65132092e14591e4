/* Stored objects are released behind the unlock, in a section, or are plain. */
#include <Python.h>

typedef struct {
    PyMutex mutex;
    PyObject *last;
    PyObject *number;
    PyObject *name;
} spam_state;

static PyObject *
spam_remember(PyObject *module, PyObject *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyMutex_Lock(&state->mutex);
    PyObject *old = state->last;
    state->last = Py_NewRef(arg);
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
spam_count(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyObject *number = PyLong_FromLong(3);
    if (number == NULL) {
        return NULL;
    }
    PyMutex_Lock(&state->mutex);
    Py_XSETREF(state->number, number);
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_name(PyObject *module, PyObject *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    if (!PyUnicode_CheckExact(arg)) {
        PyErr_SetString(PyExc_TypeError, "a string is needed");
        return NULL;
    }
    PyMutex_Lock(&state->mutex);
    Py_XSETREF(state->name, Py_NewRef(arg));
    PyMutex_Unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_forget(PyObject *module, PyObject *unused)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyObject *old;
    PyMutex_Lock(&state->mutex);
    old = Py_XNewRef(state->last);
    PyMutex_Unlock(&state->mutex);
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"remember", spam_remember, METH_O, NULL},
    {"count", spam_count, METH_NOARGS, NULL},
    {"name", spam_name, METH_O, NULL},
    {"forget", spam_forget, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    (void)module;
    return 0;
}

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_VISIT(state->last);
    Py_VISIT(state->number);
    Py_VISIT(state->name);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->last);
    Py_CLEAR(state->number);
    Py_CLEAR(state->name);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
