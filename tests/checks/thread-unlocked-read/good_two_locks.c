/* The reader holds the lock of the writer, and another one.
 * It needs Python 3.13. */
#include <Python.h>

typedef struct {
    PyMutex data_mutex;
    PyMutex log_mutex;
    double total;
    long n_reads;
} spam_state;

static PyObject *
spam_add(PyObject *module, PyObject *arg)
{
    spam_state *state = PyModule_GetState(module);
    double number = PyFloat_AsDouble(arg);
    if (number == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    PyMutex_Lock(&state->data_mutex);
    state->total += number;
    PyMutex_Unlock(&state->data_mutex);
    Py_RETURN_NONE;
}

static PyObject *
spam_total(PyObject *module, PyObject *unused)
{
    spam_state *state = PyModule_GetState(module);
    PyMutex_Lock(&state->log_mutex);
    PyMutex_Lock(&state->data_mutex);
    double total = state->total;
    PyMutex_Unlock(&state->data_mutex);
    state->n_reads++;
    PyMutex_Unlock(&state->log_mutex);
    return PyFloat_FromDouble(total);
}

static PyMethodDef spam_methods[] = {
    {"add", (PyCFunction)spam_add, METH_O, NULL},
    {"total", (PyCFunction)spam_total, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state),
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
