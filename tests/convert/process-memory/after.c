/* The title of the process is written over its arguments, and found there only once: what
 * leads to it stays.  So does what leads to the environment, by way of a helper. */
#include <Python.h>

#include <string.h>

extern char **environ;

static char arguments[] = "python script";

static char *
locate(void)
{
    return strcmp(arguments, "python script") == 0 ? arguments : NULL;
}

static char *
first_of(void)
{
    char *entry = environ[0];
    return entry;
}

typedef struct {
    int calls;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
title(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    static char *where;
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    state->calls++;
    if (where == NULL) {
        where = locate();
    }
    strncpy(where, text, sizeof(arguments) - 1);
    Py_RETURN_NONE;
}

static PyObject *
mark(PyObject *self, PyObject *args)
{
    static char *first = NULL;
    if (!first) {
        first = first_of();
    }
    first[0] = '_';
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"title", title, METH_VARARGS, NULL},
    {"mark", mark, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
