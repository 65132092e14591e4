/* A module without state; its definition and its slots are statics of the init function. */
#include <Python.h>

static PyObject *
one(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    return PyLong_FromLong(1);
}

static PyMethodDef methods[] = {{"one", one, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};

static int
exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "two", 2);
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    static PyModuleDef_Slot slots[] = {
        {Py_mod_exec, exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
        {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
        {0, NULL},
    };
    static struct PyModuleDef spam_module = {
        PyModuleDef_HEAD_INIT,
        .m_name = "spam",
        .m_methods = methods,
        .m_slots = slots,
    };

    return PyModuleDef_Init(&spam_module);
}
