/* A name of the module is looked up in its dictionary, borrowed, and used. */
#include <Python.h>

static PyObject *
spam_shout(PyObject *module, PyObject *arg)
{
    PyObject *names = PyModule_GetDict(module);
    PyObject *suffix = PyDict_GetItemString(names, "suffix");  // want: thread-borrowed-reference
    if (suffix == NULL) {
        PyErr_SetString(PyExc_AttributeError, "suffix");
        return NULL;
    }
    return PyUnicode_Concat(arg, suffix);
}

static PyMethodDef spam_methods[] = {
    {"shout", (PyCFunction)spam_shout, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_exec(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "suffix", "!") < 0) {
        return -1;
    }
    return 0;
}

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
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
