/* A std::unique_lock is unlocked before the Python function is called. */
#include <Python.h>
#include <mutex>

static std::mutex mutex;
static PyObject *callback;  // want: state-static-object

static PyObject *
spam_set(PyObject *module, PyObject *function)
{
    PyObject *old;
    {
        std::lock_guard<std::mutex> guard(mutex);
        old = callback;
        callback = Py_NewRef(function);
    }
    Py_XDECREF(old);
    Py_RETURN_NONE;
}

static PyObject *
spam_run(PyObject *module, PyObject *unused)
{
    std::unique_lock<std::mutex> guard(mutex);
    PyObject *function = Py_XNewRef(callback);
    guard.unlock();
    if (function == NULL) {
        Py_RETURN_NONE;
    }
    PyObject *answer = PyObject_CallNoArgs(function);
    Py_DECREF(function);
    return answer;
}

static PyMethodDef spam_methods[] = {
    {"set", (PyCFunction)spam_set, METH_O, NULL},
    {"run", (PyCFunction)spam_run, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},  // want: claim-own-gil-false
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
