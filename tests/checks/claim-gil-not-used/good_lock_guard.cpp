/* Every use is under a std::lock_guard. */
#include <Python.h>
#include <mutex>
#include <vector>

static std::mutex mutex;
static std::vector<long> numbers;  // want-note: state-static-data

static PyObject *
spam_keep(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    size_t n;
    {
        std::lock_guard<std::mutex> guard(mutex);
        numbers.push_back(number);
        n = numbers.size();
    }
    return PyLong_FromSize_t(n);
}

static PyMethodDef spam_methods[] = {
    {"keep", (PyCFunction)spam_keep, METH_O, NULL},
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
