/* Each module has its own macro for the way out: it goes, as nothing of its file uses it. */
#include <Python.h>

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
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
    NULL,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    if (PyModule_AddIntConstant(m, "answer", 42) < 0)
        return -1;

    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&module_def);
}
