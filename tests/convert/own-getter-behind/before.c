/* The module has a function that gives its state, behind the first that needs it now. */
#include <Python.h>

typedef struct {
    PyObject *error;
} spam_state;

static PyObject *cache;

static PyObject *
spam_get(PyObject *module, PyObject *ignored)
{
    if (cache == NULL)
        cache = PyDict_New();
    Py_XINCREF(cache);
    return cache;
}

static spam_state *
get_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(get_state(module)->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"get", spam_get, METH_NOARGS, NULL},
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(get_state(module)->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(get_state(module)->error);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_state(module);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL)
        return -1;
    Py_INCREF(state->error);
    if (PyModule_AddObject(module, "Error", state->error) < 0) {
        Py_DECREF(state->error);
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, spam_exec},
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    slots, spam_traverse, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
