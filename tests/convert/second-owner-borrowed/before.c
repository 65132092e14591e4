/* A field of the module's own state owns the exception with the reference that was taken for
 * it; the static had none, and the state needs one for that, too. */
#include <Python.h>

static PyObject *Error = NULL;

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static int
init_exceptions(void)
{
    Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (!Error)
        return 0;
    Py_INCREF(Error);
    return 1;
}

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
    struct module_state *st = GETSTATE(m);
    if (!init_exceptions()) {
        Py_DECREF(m);
        return NULL;
    }
    st->error = Error;
    PyModule_AddObject(m, "Error", Error);
    return m;
}
