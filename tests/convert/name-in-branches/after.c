/* Only the name of the init function is in branches, and the definition is in one of its own:
 * nothing is left of them, and of an exec function that would do nothing. */
#include <Python.h>

static PyObject *
answer(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(42);
}

static PyMethodDef spam_methods[] = {
    {"answer", answer, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    0,
    spam_methods,
    spam_slots
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module_def);
}
