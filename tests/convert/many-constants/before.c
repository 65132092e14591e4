/* Constants by the dozen, added without a look at the results: they stay as they are, and one
 * question behind them ends the import, for each build.  Two are asked each. */
#include <Python.h>

#define ADD(name) PyModule_AddIntConstant(m, #name, SPAM_##name);
#define SPAM_RED 1
#define SPAM_BLUE 2
#define SPAM_GREEN 3
#define SPAM_GREY 4

static PyObject *spam_error;

static long
spam_level(void)
{
    PyErr_Clear();
    return 3;
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    (void)self; (void)args;
    PyErr_SetString(spam_error, "no");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
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
    spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (spam_error == NULL || PyModule_AddObjectRef(m, "error", spam_error) < 0) {
        Py_DECREF(m);
        return NULL;
    }

    /* Two: one test each. */
    PyModule_AddIntConstant(m, "ONE", 1);
    PyModule_AddIntConstant(m, "TWO", 2);

    /* One of them runs code that clears the exception. */
    if (sizeof(long) == 8) {
        PyModule_AddIntConstant(m, "A", 1);
        PyModule_AddIntConstant(m, "LEVEL", spam_level());
        PyModule_AddIntConstant(m, "B", 2);
    }

    ADD(RED)
    ADD(BLUE);
#ifdef SPAM_LARGE
    ADD(GREY)
#endif
    PyModule_AddStringConstant(m, "VERSION", "1.0");
    PyModule_AddIntMacro(m, METH_NOARGS); /* the last of all builds */
#ifdef SPAM_GREEN
    ADD(GREEN)
#endif /* SPAM_GREEN */

#ifdef SPAM_RED
    PyModule_AddIntMacro(m, METH_O);
    PyModule_AddIntMacro(m, METH_VARARGS);
    PyModule_AddIntMacro(m, METH_KEYWORDS);   // the last here
#endif
    return m;
}
