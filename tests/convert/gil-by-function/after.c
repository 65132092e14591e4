#include <Python.h>

static void
run_without_gil(PyObject *module)
{
#ifdef Py_GIL_DISABLED
    PyUnstable_Module_SetGIL(module, Py_MOD_GIL_NOT_USED);
#else
    (void)module;
#endif
}

static PyObject *
spam_one(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL}
};

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, spam_methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *m)
{
    run_without_gil(m);
    if (PyModule_AddIntConstant(m, "TWO", 2) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
