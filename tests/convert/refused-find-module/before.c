#include <Python.h>

typedef struct {
    PyObject *error;
} spamstate;

static struct PyModuleDef spam_module;

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
    return fail();
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spamstate),
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&spam_module);
    if (m != NULL) {
        ((spamstate *)PyModule_GetState(m))->error = PyExc_ValueError;
        Py_INCREF(PyExc_ValueError);
    }
    return m;
}
