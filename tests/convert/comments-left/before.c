#include <Python.h>

/* Raised when the spam is off. */
static PyObject *spam_error;

/* How often it was asked;
   never reset. */
static long n_calls; /* of all threads */

/* ---- types ---- */

/* The type of eggs. */
static PyTypeObject Egg_Type;

/* Types and functions, declared. */
static PyTypeObject Ham_Type;
static PyTypeObject Spam_Type;

typedef struct Ham Ham;

typedef struct {
    PyObject_HEAD
    long n;
} Egg;

static PyObject *
Egg_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    n_calls++;
    PyErr_SetString(spam_error, "off");
    return NULL;
}

static PyMethodDef Egg_methods[] = {
    {"fail", Egg_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* What an egg can do. */
static PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_methods = Egg_methods,
    .tp_new = PyType_GenericNew,
};

static PyTypeObject Ham_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Ham",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static PyTypeObject Spam_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Spam",
    .tp_basicsize = sizeof(Egg),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m;

    /* First the types. */
    if (PyType_Ready(&Egg_Type) < 0 || PyType_Ready(&Ham_Type) < 0
        || PyType_Ready(&Spam_Type) < 0) {
        return NULL;
    }
    /* Then the module. */
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    /* The exception. */
    spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (spam_error == NULL || PyModule_AddObjectRef(m, "Error", spam_error) < 0
        || PyModule_AddObjectRef(m, "Egg", (PyObject *)&Egg_Type) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
