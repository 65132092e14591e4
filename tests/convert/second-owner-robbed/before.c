/* The static, a field of the module's own state and the module's dictionary have one reference
 * for all of them, of which m_clear gives one up: the state is two owners, with one each. */
#include <Python.h>

static PyObject *SpamError;

struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

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

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&moduledef);
    if (module == NULL)
        return NULL;

    struct module_state *st = GETSTATE(module);
    SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    st->error = SpamError;
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    if (PyModule_AddObject(module, "Error", SpamError) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
