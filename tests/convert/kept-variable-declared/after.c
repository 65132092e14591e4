/* The variable is declared with the module, owns it, and is returned in branches. */
#include <Python.h>

static int wants_nothing;

static int spam_exec(PyObject *mod);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = 0,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *mod)
{
    PyObject *module = mod;
    Py_INCREF(module);
    if (wants_nothing) {
        if (module == NULL) {
            return -1;
        }
        Py_DECREF(module);
        return 0;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0)
        goto error;
    if (PyModule_AddIntConstant(module, "question", 6) < 0) {
        Py_CLEAR(module);
    }
    if (module == NULL) {
        return -1;
    }
    Py_DECREF(module);
    return 0;

error:
    Py_DECREF(module);
    module = NULL;
    if (module == NULL) {
        return -1;
    }
    Py_DECREF(module);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
