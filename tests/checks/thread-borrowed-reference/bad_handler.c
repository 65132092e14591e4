/* A handler is borrowed from a dictionary of the module state and called. */
#include <Python.h>

typedef struct {
    PyObject *handlers;
} spam_state;

static PyObject *
spam_register(PyObject *module, PyObject *args)
{
    spam_state *state = PyModule_GetState(module);
    const char *name;
    PyObject *handler;
    if (!PyArg_ParseTuple(args, "sO", &name, &handler)) {
        return NULL;
    }
    if (PyDict_SetItemString(state->handlers, name, handler) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
spam_run(PyObject *module, PyObject *args)
{
    spam_state *state = PyModule_GetState(module);
    const char *name;
    if (!PyArg_ParseTuple(args, "s", &name)) {
        return NULL;
    }
    PyObject *handler = PyDict_GetItemString(state->handlers, name);  // want: thread-borrowed-reference
    if (handler == NULL) {
        PyErr_SetString(PyExc_KeyError, name);
        return NULL;
    }
    return PyObject_CallNoArgs(handler);
}

static PyMethodDef spam_methods[] = {
    {"register", (PyCFunction)spam_register, METH_VARARGS, NULL},
    {"run", (PyCFunction)spam_run, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = PyModule_GetState(module);
    state->handlers = PyDict_New();
    if (state->handlers == NULL) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_VISIT(state->handlers);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->handlers);
    return 0;
}

static void
spam_free(void *module)
{
    spam_clear((PyObject *)module);
}

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
