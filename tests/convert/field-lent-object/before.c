/* A field of the module's own state has what a function lends from a static, whose only reference
 * the module's dictionary got; m_clear gives it up, and m_free is new. */
#include <Python.h>

struct state {
    PyObject *error;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static PyObject *base_error;

static PyObject *
make_errors(PyObject *module)
{
    base_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (base_error != NULL)
        PyModule_AddObject(module, "Error", base_error);
    return base_error;
}

static PyObject *
spam_fail(PyObject *module, PyObject *ignored)
{
    PyErr_SetString(base_error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
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

static struct PyModuleDef def = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(struct state), methods,
    NULL, spam_traverse, spam_clear, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    PyObject *module = PyModule_Create(&def);
    if (module == NULL)
        return NULL;
    struct state *st = GETSTATE(module);
    st->error = make_errors(module);
    if (st->error == NULL) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
