/* The variable is never given up: it needs no reference. */
#include <Python.h>

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
    PyObject *module;

    module = mod;
    if (PyModule_AddIntConstant(module, "answer", 42) < 0)
        goto error;
error:
    if (PyErr_Occurred()) {
        PyErr_SetString(PyExc_ImportError, "init failed");
        module = NULL;
    }
    return module == NULL ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
