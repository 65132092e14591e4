/* The result with a state would release a reference that it borrows, in two modules; neither
 * stands in the way of the other, or of the third. */
#include <Python.h>

static PyObject *Error = NULL;

struct module_state {
    PyObject *error, *again;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static int
init_exceptions(void)
{
    Error = PyErr_NewException("ham.Error", NULL, NULL);
    if (!Error)
        return 0;
    Py_INCREF(Error);
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
ham_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(GETSTATE(m)->again);
    return 0;
}

static int
ham_clear(PyObject *m)
{
    Py_CLEAR(GETSTATE(m)->error);
    Py_CLEAR(GETSTATE(m)->again);
    return 0;
}

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT, "ham", NULL, sizeof(struct module_state), methods,
    NULL, ham_traverse, ham_clear, NULL,
};

PyMODINIT_FUNC
PyInit_ham(void)
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
    st->again = Error;
    PyModule_AddObject(m, "Error", Error);
    return m;
}
