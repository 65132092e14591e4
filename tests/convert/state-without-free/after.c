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

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef moduledef = {
    PyModuleDef_HEAD_INIT,
    "spam",
    NULL,
    sizeof(struct module_state),
    methods,
    spam_slots,
    spam_traverse,
    spam_clear,
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    GETSTATE(module)->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (GETSTATE(module)->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
