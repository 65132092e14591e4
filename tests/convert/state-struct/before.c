#include <Python.h>

typedef struct {
    PyObject *error;
} spamstate;

static struct PyModuleDef spam_module;

#define spamstate(o) ((spamstate *)PyModule_GetState(o))
#define spamstate_global spamstate(PyState_FindModule(&spam_module))

static PyObject *extra;

static int
check(PyObject *arg)
{
    if (arg == Py_None) {
        PyErr_SetString(spamstate_global->error, "None");
        return -1;
    }
    return PyObject_IsTrue(extra);
}

static PyObject *
spam_check(PyObject *self, PyObject *arg)
{
    int answer = check(arg);
    return answer < 0 ? NULL : PyBool_FromLong(answer);
}

static PyMethodDef methods[] = {
    {"check", spam_check, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(spamstate(m)->error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(spamstate(m)->error);
    return 0;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(spamstate),
    methods,
    NULL,
    spam_traverse,
    spam_clear,
    NULL
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyState_FindModule(&spam_module);
    if (m != NULL) {
        Py_INCREF(m);
        return m;
    }
    m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spamstate(m)->error = PyErr_NewException("spam.error", NULL, NULL);
    extra = PyList_New(0);
    if (spamstate(m)->error == NULL || extra == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
