/* The state's struct stands behind the first function that will need it. */
#include <Python.h>

static PyObject *hook;

static PyObject *
set_hook(PyObject *self, PyObject *arg)
{
    Py_XDECREF(hook);
    Py_INCREF(arg);
    hook = arg;
    Py_RETURN_NONE;
}

/* What the module owned already. */
struct module_state {
    PyObject *error;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    PyErr_SetString(GETSTATE(self)->error, "no spam");
    return NULL;
}

static PyMethodDef methods[] = {
    {"set_hook", set_hook, METH_O, NULL},
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
