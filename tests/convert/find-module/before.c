/* Functions that ask for their own module where they need it. */
#include <Python.h>

typedef struct {
    PyObject *error;
} spamstate;

static struct PyModuleDef spam_module;

#define STATE() ((spamstate *)PyModule_GetState(PyState_FindModule(&spam_module)))

static PyObject *
fail(void)
{
    spamstate *found = PyModule_GetState(PyState_FindModule(&spam_module));
    PyErr_SetString(found->error, "failed");
    return NULL;
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    if (STATE()->error == NULL) {
        return NULL;
    }
    return fail();
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    Py_VISIT(((spamstate *)PyModule_GetState(module))->error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    Py_CLEAR(((spamstate *)PyModule_GetState(module))->error);
    return 0;
}

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spamstate),
    .m_methods = methods, .m_traverse = spam_traverse, .m_clear = spam_clear,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m == NULL) {
        return NULL;
    }
    spamstate *state = PyModule_GetState(m);
    state->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->error == NULL) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
