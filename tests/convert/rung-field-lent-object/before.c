/* The static stays, a function lends what it has to a field of the module's own state, which gives
 * it up, and the module's dictionary got the only reference: it needs another. */
#include <Python.h>

static PyObject *SpamError;

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static void
report(void)
{
    if (SpamError != NULL) {
        fprintf(stderr, "%p is gone\n", (void *)SpamError);
    }
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(SpamError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
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

static PyObject *
make_error(PyObject *module)
{
    char *name = malloc(32);
    SpamError = NULL;
    if (name) {
        snprintf(name, 32, "%s.%s", "spam", "Error");
        SpamError = PyErr_NewException(name, NULL, NULL);
        if (SpamError)
            PyModule_AddObject(module, "Error", SpamError);
        free(name);
    }
    return SpamError;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;

    struct module_state *st = GETSTATE(module);
    st->error = make_error(module);
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (Py_AtExit(report) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
