#include <Python.h>

static PyObject *
spam_one(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef spam_methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
    {NULL}
};

#if PY_MAJOR_VERSION >= 3
static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
        "spam",
        NULL,
        0,
        spam_methods,
        .m_slots = spam_slots,
    };

    static int
    spam_exec(PyObject *module)
    {
        if (PyModule_AddIntConstant(module, "TWO", 2) < 0) {
            return -1;
        }
        return 0;
    }

    PyMODINIT_FUNC
    PyInit_spam(void)
    {
        return PyModuleDef_Init(&spam_module);
    }
#else
    PyMODINIT_FUNC
    initspam(void)
    {
        (void)Py_InitModule3("spam", spam_methods, NULL);
    }
#endif
