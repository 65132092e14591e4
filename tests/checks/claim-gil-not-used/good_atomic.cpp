/* Counters are std::atomic. */
#include <Python.h>
#include <atomic>

static std::atomic<long> n_calls{0};  // want-note: state-static-data
static std::atomic_flag warned = ATOMIC_FLAG_INIT;

static PyObject *
spam_call(PyObject *module, PyObject *unused)
{
    if (!warned.test_and_set()) {
        if (PyErr_WarnEx(PyExc_DeprecationWarning, "call() is old", 1) < 0) {
            return NULL;
        }
    }
    return PyLong_FromLong(n_calls.fetch_add(1) + 1);
}

static PyMethodDef spam_methods[] = {
    {"call", (PyCFunction)spam_call, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
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
