#include <Python.h>

typedef struct {
    PyObject_HEAD
    int n;
} Spam;

/* The functions of one table are methods of the type, and functions of the module: they get
 * one or the other first. */
static PyObject *SpamError;

static PyObject *
spam_add(Spam *self, PyObject *args)
{
    int n;
    if (!PyArg_ParseTuple(args, "i", &n)) {
        return NULL;
    }
    if (n < 0) {
        PyErr_SetString(SpamError, "negative");
        return NULL;
    }
    return PyLong_FromLong(n);
}

static PyMethodDef spam_methods[] = {
    {"add", (PyCFunction)spam_add, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject SpamType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Spam),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = spam_methods,
    .tp_new = PyType_GenericNew,
};

static struct PyModuleDef spammodule = {PyModuleDef_HEAD_INIT, "spam", NULL, -1,
                                         spam_methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spammodule);
    if (m == NULL) {
        return NULL;
    }
    SpamError = PyErr_NewException("spam.SpamError", NULL, NULL);
    if (SpamError == NULL || PyModule_AddObjectRef(m, "SpamError", SpamError) < 0
        || PyType_Ready(&SpamType) < 0
        || PyModule_AddObjectRef(m, "Spam", (PyObject *)&SpamType) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
