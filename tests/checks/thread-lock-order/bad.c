/* One method locks first a then b, the other b then a. */
#include <Python.h>

typedef struct {
    PyMutex read_mutex;
    PyMutex write_mutex;
    long n_read;
    long n_written;
} spam_state;

static PyObject *
spam_read(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->read_mutex);
    PyMutex_Lock(&state->write_mutex);
    state->n_read++;
    long n = state->n_read + state->n_written;
    PyMutex_Unlock(&state->write_mutex);
    PyMutex_Unlock(&state->read_mutex);
    return PyLong_FromLong(n);
}

static PyObject *
spam_write(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->write_mutex);
    PyMutex_Lock(&state->read_mutex);  // want: thread-lock-order
    state->n_written++;
    long n = state->n_read + state->n_written;
    PyMutex_Unlock(&state->read_mutex);
    PyMutex_Unlock(&state->write_mutex);
    return PyLong_FromLong(n);
}

static PyMethodDef spam_methods[] = {
    {"read", (PyCFunction)spam_read, METH_NOARGS, NULL},
    {"write", (PyCFunction)spam_write, METH_NOARGS, NULL},
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
