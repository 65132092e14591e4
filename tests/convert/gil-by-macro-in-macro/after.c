#include <Python.h>

#ifdef Py_GIL_DISABLED
#define WITHOUT_GIL(m) \
    do { \
        PyUnstable_Module_SetGIL(m, Py_MOD_GIL_NOT_USED); \
    } while (0)
#else
#define WITHOUT_GIL(m) do {} while (0)
#endif

#define MAKE_MODULE(ob, name, doc, methods) { \
    static struct PyModuleDef spam_module = { \
        PyModuleDef_HEAD_INIT, name, doc, -1, methods, NULL, NULL, NULL, NULL}; \
    ob = PyModule_Create(&spam_module); \
    if (ob == NULL) { return NULL; } \
    WITHOUT_GIL(ob); \
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
#ifdef Py_MOD_GIL_NOT_USED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, spam_methods, spam_slots, NULL, NULL, NULL};

static int
spam_exec(PyObject *m)
{
    {
    }
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
