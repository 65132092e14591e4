/* A function of the module allocates what a static keeps: m_free frees what there is at the end. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

static void *
get_memory(size_t n)
{
    void *memory = malloc(n + 8);
    return memory;
}

typedef struct {
    char *kept;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
keep(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    const char *text;
    if (!PyArg_ParseTuple(args, "s", &text)) {
        return NULL;
    }
    char *copy = (char *)get_memory(strlen(text) + 1);
    if (copy == NULL) {
        return PyErr_NoMemory();
    }
    strcpy(copy, text);
    free(state->kept);
    state->kept = copy;
    return PyUnicode_FromString(state->kept);
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    free(state->kept);
}

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
