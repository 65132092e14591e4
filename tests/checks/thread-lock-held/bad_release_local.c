/* The object that is replaced is released in front of the unlock. */
#include <Python.h>
#include <pthread.h>

typedef struct {
    pthread_mutex_t mutex;
    PyObject *last;
} spam_state;

static PyObject *
spam_remember(PyObject *module, PyObject *args)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    PyObject *given;
    if (!PyArg_ParseTuple(args, "O", &given)) {
        return NULL;
    }
    pthread_mutex_lock(&state->mutex);
    PyObject *old = state->last;
    Py_INCREF(given);
    state->last = given;
    Py_XDECREF(old);  // want: thread-lock-held
    pthread_mutex_unlock(&state->mutex);
    Py_RETURN_NONE;
}

static PyMethodDef spam_methods[] = {
    {"remember", spam_remember, METH_VARARGS, NULL},
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
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = (spam_state *)PyModule_GetState(module);
    Py_CLEAR(state->last);
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
