/* The module of the old porting guide: m_clear releases its state, but there is no m_free.
 * CPython calls m_clear only where the collector finds the module. */
#include <Python.h>

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
error_out(PyObject *m, PyObject *args)
{
    PyErr_SetString(GETSTATE(m)->error, "something bad happened");
    return NULL;
}

static PyMethodDef methods[] = {
    {"error_out", error_out, METH_NOARGS, NULL},
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
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    NULL,
    spam_traverse,
    spam_clear,
    NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL) {
        return NULL;
    }
    GETSTATE(module)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (GETSTATE(module)->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
