#include <Python.h>

#include "map.h"
#include "spam_state.h"

static PyObject *
spam_call(PyObject *module, PyObject *arg)
{
    spam_state *state = get_spam_state(module);
    long i = PyLong_AsLong(arg);
    (void)module;
    if (i < 0) {
        PyErr_SetString(state->Error, "negative");
        return NULL;
    }
    return PyLong_FromLong(map_call(state, (int)i) + map_count(state));
}

static PyMethodDef spam_methods[] = {
    {"call", spam_call, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    Py_XINCREF(state->Error);
    if (PyModule_AddObject(m, "Error", state->Error) < 0) {
        Py_XDECREF(state->Error);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
