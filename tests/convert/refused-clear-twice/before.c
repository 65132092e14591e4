/* The same where an object moves to the state, which m_free has to release. */
#include <Python.h>
#include <stdlib.h>

struct module_state {
    PyObject *error;
    char *buffer;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *Other;

static PyObject *
other(PyObject *self, PyObject *args)
{
    PyErr_SetString(Other, "failed");
    return NULL;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"other", other, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    return 0;
}

static int
module_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    free(GETSTATE(m)->buffer);
    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    NULL,
    module_traverse,
    module_clear,
    NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);

    if (module == NULL)
        return NULL;

    struct module_state *st = GETSTATE(module);
    st->buffer = malloc(100);
    st->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    Other = PyErr_NewException("spam.Other", NULL, NULL);
    if (Other == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
