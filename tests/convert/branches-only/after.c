#include <Python.h>

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL, spam_slots, NULL, NULL, NULL
};

    static int
    spam_exec(PyObject *m)
{
    (void)m;
#ifdef SPAM_LIMIT
    if (PyModule_AddIntConstant(m, "LIMIT", SPAM_LIMIT) < 0)
        return -1;
#ifdef SPAM_EMPTY
    return 0;
#endif
    if (PyModule_AddIntConstant(m, "SEVEN", 7) < 0) {
        return -1;
    }
#endif
    return 0;
}

    PyMODINIT_FUNC
    PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
