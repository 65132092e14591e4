/* An import may fail, and its exception is cleared behind the constants: one question behind them
 * would end the import of this module, so that each is asked by itself. */
#include <Python.h>

static PyObject *spam_tools;

static void
forget(void)
{
    if (spam_tools == NULL) {
        PyErr_Clear();
    }
}

static PyObject *
spam_has_tools(PyObject *self, PyObject *args)
{
    (void)self; (void)args;
    return PyBool_FromLong(spam_tools != NULL);
}

static PyMethodDef spam_methods[] = {
    {"has_tools", spam_has_tools, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, spam_methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spam_tools = PyImport_ImportModule("spam_tools");
    PyModule_AddIntConstant(m, "ONE", 1);
    PyModule_AddIntConstant(m, "TWO", 2);
    PyModule_AddIntConstant(m, "THREE", 3);
    forget();
    PyModule_AddIntConstant(m, "FOUR", 4);
    PyModule_AddIntConstant(m, "FIVE", 5);
    PyModule_AddIntConstant(m, "SIX", 6);
    return m;
}
