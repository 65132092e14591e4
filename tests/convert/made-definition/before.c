/* The definition, the head of the init function and the ways out of it are macros. */
#include <Python.h>

#if PY_MAJOR_VERSION >= 3
#define MOD_ERROR(m) do { Py_XDECREF(m); return NULL; } while (0)
#define MOD_SUCCESS(m) return m
#define MOD_INIT(name) PyMODINIT_FUNC PyInit_##name(void)
#define MOD_DEF(ob, name, doc, methods)                \
    static struct PyModuleDef moduledef = {            \
        PyModuleDef_HEAD_INIT, #name, doc, -1, methods, \
    };                                                 \
    ob = PyModule_Create(&moduledef);
#else
#define MOD_ERROR(m) return
#define MOD_SUCCESS(m) return
#define MOD_INIT(name) void init##name(void)
#define MOD_DEF(ob, name, doc, methods) ob = Py_InitModule3(#name, methods, doc);
#endif

#define ADD_NUMBER(m, name, value) do {                   \
    if (PyModule_AddIntConstant(m, name, value) < 0)      \
        MOD_ERROR(m);                                     \
} while (0)

static PyObject *SpamError;

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(SpamError, "no spam");
    return NULL;
}

static PyMethodDef spam_methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

MOD_INIT(spam)
{
    PyObject *m;

    MOD_DEF(m, spam, "Spam.", spam_methods)
    if (m == NULL)
        MOD_ERROR(NULL);
    ADD_NUMBER(m, "EGGS", 2);
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (SpamError == NULL)
        MOD_ERROR(m);
    Py_INCREF(SpamError);
    if (PyModule_AddObject(m, "Error", SpamError) < 0)
        MOD_ERROR(m);
    MOD_SUCCESS(m);
}
