/* Its m_clear frees what it does not set to NULL; only the collector called that.  So no m_free is
 * added that would do it again. */
#include <Python.h>
#include <stdlib.h>

struct module_state {
    PyObject *error;
    char *buffer;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
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
    free(GETSTATE(m)->buffer);
    return 0;
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
    module_traverse,
    module_clear,
    NULL,
};

static int
spam_exec(PyObject *module)
{
    struct module_state *st = GETSTATE(module);
    st->buffer = malloc(100);
    st->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
