/* A buffer of each thread. */
#include <Python.h>

static _Thread_local char buffer[64];  // want-note: state-static-data

static PyObject *
spam_hex(PyObject *module, PyObject *arg)
{
    long number = PyLong_AsLong(arg);
    if (number == -1 && PyErr_Occurred()) {
        return NULL;
    }
    snprintf(buffer, sizeof(buffer), "%lx", number);
    return PyUnicode_FromString(buffer);
}

static PyMethodDef spam_methods[] = {
    {"hex", (PyCFunction)spam_hex, METH_O, NULL},
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
