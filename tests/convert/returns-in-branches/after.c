/* A conditional that only had what the init function returned goes, with its comment; one that
 * has something else stays. */
#include <Python.h>

/* The end of it, and a name. */
#if PY_MAJOR_VERSION >= 3
#define VERSION_NAME "three"
#else
#define VERSION_NAME "two"
#endif

static PyObject *
version(PyObject *self, PyObject *args)
{
    return PyUnicode_FromString(VERSION_NAME);
}

static PyMethodDef methods[] = {
    {"version", version, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, methods, spam_slots, NULL, NULL, NULL
};

static int
spam_exec(PyObject *module)
{
    if (PyModule_AddIntConstant(module, "one", 1) < 0)
        return -1;
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
