/* PySequence_Fast gives the caller's own list; its items are read without its lock. */
#include <Python.h>

static PyObject *
spam_mean(PyObject *module, PyObject *arg)
{
    PyObject *fast = PySequence_Fast(arg, "a sequence is needed");
    if (fast == NULL) {
        return NULL;
    }
    double sum = 0.0;
    Py_ssize_t n = PySequence_Fast_GET_SIZE(fast);
    PyObject **items = PySequence_Fast_ITEMS(fast);  // want: thread-borrowed-reference
    for (Py_ssize_t i = 0; i < n; i++) {
        double number = PyFloat_AsDouble(items[i]);
        if (number == -1.0 && PyErr_Occurred()) {
            Py_DECREF(fast);
            return NULL;
        }
        sum += number;
    }
    Py_DECREF(fast);
    return PyFloat_FromDouble(n > 0 ? sum / (double)n : 0.0);
}

static PyMethodDef spam_methods[] = {
    {"mean", (PyCFunction)spam_mean, METH_O, NULL},
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
