/* A field of the module's own state owns the exception as well, with a reference of its own. */
#include <Python.h>

static PyObject *Error = NULL;

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(Error, "no");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
spam_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);

    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct module_state), methods,
    NULL, spam_traverse, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *m = PyModule_Create(&moduledef);
    if (!m)
        return NULL;
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (!Error) {
        Py_DECREF(m);
        return NULL;
    }
    Py_INCREF(Error);
    GETSTATE(m)->error = Error;
    Py_INCREF(Error);
    PyModule_AddObject(m, "Error", Error);
    return m;
}
