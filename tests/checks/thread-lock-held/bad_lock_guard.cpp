/* A std::lock_guard lives while a Python function is called. */
#include <Python.h>
#include <mutex>

static std::mutex mutex;

static PyObject *
spam_once(PyObject *module, PyObject *function)
{
    std::lock_guard<std::mutex> guard(mutex);
    return PyObject_CallNoArgs(function);  // want: thread-lock-held
}

static PyMethodDef spam_methods[] = {
    {"once", (PyCFunction)spam_once, METH_O, NULL},
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
