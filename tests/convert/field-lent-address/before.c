/* A function writes what a static has where the address of a field of the module's own state leads,
 * and takes no reference for it: state and field would both give up the only one. */
#include <Python.h>

struct state {
    PyObject *error;
};

#define GETSTATE(m) ((struct state *)PyModule_GetState(m))

static PyObject *base_error;

static int
make_errors(PyObject *module, PyObject **out)
{
    base_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (base_error == NULL)
        return -1;
    PyModule_AddObject(module, "Error", base_error);
    *out = base_error;
    return 0;
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
    if (make_errors(module, &st->error) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
