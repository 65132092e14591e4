/* The std::unique_lock is unlocked before the last write. */
#include <Python.h>
#include <mutex>

struct Registry {
    std::mutex mutex;
    long n_calls = 0;
    long last = 0;
};

static Registry registry;  // want: state-static-data

static PyObject *
spam_call(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    std::unique_lock<std::mutex> guard(registry.mutex);
    registry.n_calls++;
    guard.unlock();
    registry.last = number;
    Py_RETURN_NONE;
}

static PyObject *
spam_last(PyObject *module, PyObject *unused)
{
    std::lock_guard<std::mutex> guard(registry.mutex);
    return PyLong_FromLong(registry.last);
}

static PyMethodDef spam_methods[] = {
    {"call", (PyCFunction)spam_call, METH_O, NULL},
    {"last", (PyCFunction)spam_last, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},  // want: claim-gil-not-used
    {0, NULL},
};

/* It needs Python 3.13. */
static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0,
    spam_methods, spam_slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
