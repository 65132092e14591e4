/* Its m_clear sets to NULL what it gives up: m_free may call it once more. */
#include <Python.h>
#include <stdlib.h>

struct module_state {
    PyObject *error;
    char *buffer, *again;
    FILE *file;
    PyObject *Other;
};

#define GETSTATE(m) ((struct module_state *)PyModule_GetState(m))

static inline struct module_state *
get_spam_state(PyObject *module)
{
    return (struct module_state *)PyModule_GetState(module);
}

static PyObject *
other(PyObject *self, PyObject *args)
{
    struct module_state *state = get_spam_state(self);
    PyErr_SetString(state->Other, "failed");
    return NULL;
}

static PyObject *
fail(PyObject *self, PyObject *args)
{
    PyErr_SetString(GETSTATE(self)->error, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {"other", other, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL}
};

static int
module_traverse(PyObject *m, visitproc visit, void *arg)
{
    Py_VISIT(GETSTATE(m)->error);
    Py_VISIT(get_spam_state(m)->Other);
    return 0;
}

static void
release_again(struct module_state *st)
{
    PyMem_Free(st->again);
    st->again = NULL;
}

static int
module_clear(PyObject *m)
{
    struct module_state *st = GETSTATE(m);
    Py_XDECREF(st->error);
    st->error = NULL;
    free(st->buffer);
    st->buffer = NULL;
    if (st->file != NULL) {
        fclose(st->file);
        st->file = NULL;
    }
    release_again(st);
    Py_CLEAR(get_spam_state(m)->Other);
    return 0;
}

static void
spam_free(void *module)
{
    (void)module_clear((PyObject *)module);
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
    spam_free,
};

static int
spam_exec(PyObject *module)
{
    struct module_state *state = get_spam_state(module);
    struct module_state *st = GETSTATE(module);
    st->buffer = malloc(100);
    st->error = PyErr_NewException("spam.Error", NULL, NULL);
    if (st->error == NULL) {
        return -1;
    }
    state->Other = PyErr_NewException("spam.Other", NULL, NULL);
    if (state->Other == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&moduledef);
}
