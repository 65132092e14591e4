/* rand() shares its seed with all threads. */
#include <Python.h>
#include <stdlib.h>

static PyObject *
spam_roll(PyObject *module, PyObject *unused)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += rand() % 6 + 1;  // want: global-process-call
    }
    return PyLong_FromLong(sum);
}

static PyMethodDef spam_methods[] = {
    {"roll", (PyCFunction)spam_roll, METH_NOARGS, NULL},
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
