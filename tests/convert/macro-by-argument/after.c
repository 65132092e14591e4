#include <Python.h>

#define WORDS(X) X(read) X(write)

static PyObject *
spam_one(PyObject *self, PyObject *unused)
{
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {
    {"one", spam_one, METH_NOARGS, NULL},
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = 0, .m_methods = methods,
    .m_slots = spam_slots,
};

static int
spam_exec(PyObject *module)
{
#define X(word) \
    if (PyModule_AddStringConstant(module, #word, #word) < 0) { \
        return -1; \
    }
    WORDS(X)
#undef X
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
