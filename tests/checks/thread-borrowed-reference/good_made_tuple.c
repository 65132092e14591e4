/* The caller's sequence is made a tuple before its items are borrowed. */
#include <Python.h>

static PyObject *
spam_mean(PyObject *module, PyObject *arg)
{
    PyObject *tuple = PySequence_Tuple(arg);
    if (tuple == NULL) {
        return NULL;
    }
    double sum = 0.0;
    Py_ssize_t n = PyTuple_GET_SIZE(tuple);
    for (Py_ssize_t i = 0; i < n; i++) {
        double number = PyFloat_AsDouble(PyTuple_GET_ITEM(tuple, i));
        if (number == -1.0 && PyErr_Occurred()) {
            Py_DECREF(tuple);
            return NULL;
        }
        sum += number;
    }
    Py_DECREF(tuple);
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
