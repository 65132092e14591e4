/* Two mutexes, always taken in the same order. */
#include <Python.h>

typedef struct {
    PyMutex outer;
    PyMutex inner;
    long a;
    long b;
} spam_state;

static PyObject *
spam_one(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->outer);
    PyMutex_Lock(&state->inner);
    state->a++;
    state->b++;
    PyMutex_Unlock(&state->inner);
    PyMutex_Unlock(&state->outer);
    Py_RETURN_NONE;
}

static PyObject *
spam_two(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->outer);
    state->a--;
    PyMutex_Unlock(&state->outer);
    PyMutex_Lock(&state->inner);
    state->b--;
    PyMutex_Unlock(&state->inner);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"one", (PyCFunction)spam_one, METH_NOARGS, NULL},
    {"two", (PyCFunction)spam_two, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
