/* A conditional that begins in one function and ends behind the next; its other branch has
 * never been compiled. */
#include <Python.h>

typedef struct {
    PyObject *Error;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
first(spam_state *state, long number)
{
    (void)state;
#ifndef SPAM_SMALL
    long twice = 2 * number;

    return PyLong_FromLong(twice);
}

static PyObject *
second(spam_state *state, long number)
{
    long thrice = 3 * number;

    if (number > 9) {
        PyErr_SetNone(state->Error);
        return NULL;
    }
    return PyLong_FromLong(thrice);
}
#else
static PyObject *
first(spam_state *state, long number)
{
    (void)number;
    PyErr_SetNone(state->Error);
    return NULL;
}

static PyObject *
second(spam_state *state, long number)
{
    (void)number;
    PyErr_SetNone(state->Error);
    return NULL;
}
#endif

static PyObject *
spam_both(PyObject *module, PyObject *argument)
{
    spam_state *state = get_spam_state(module);
    PyObject *result;
    long number = PyLong_AsLong(argument);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    result = first(state, number);
    Py_XSETREF(result, second(state, number));
    return result;
}

static PyMethodDef methods[] = {
    {"both", spam_both, METH_O, NULL},
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

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods, spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL
        || PyModule_AddObjectRef(module, "Error", state->Error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam);
}
