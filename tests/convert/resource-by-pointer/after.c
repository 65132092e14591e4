/* A function fills statics through a pointer that it points at one of them. */
#include <Python.h>
#include <string.h>

typedef struct {
    char *allowed;
    char *denied;
    int n_filled;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static int
fill(spam_state *state, const char *name, const char *value)
{
    char **place;
    int *count = &state->n_filled;
    if (strcmp(name, "allowed") == 0) {
        place = &state->allowed;
    }
    else {
        place = strcmp(name, "denied") == 0 ? &state->denied : NULL;
    }
    char *copy = place != NULL ? PyMem_Malloc(strlen(value) + 1) : NULL;
    if (copy == NULL) {
        return -1;
    }
    strcpy(copy, value);
    PyMem_Free(*place);
    *place = copy;
    ++*count;
    return 0;
}

static PyObject *
set(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    const char *name, *value;
    if (!PyArg_ParseTuple(args, "ss", &name, &value)) {
        return NULL;
    }
    if (fill(state, name, value) < 0) {
        return PyErr_NoMemory();
    }
    return Py_BuildValue("zzi", state->allowed, state->denied,
                         state->n_filled);
}

static PyMethodDef methods[] = {
    {"set", set, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot spam_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), methods,
    .m_slots = spam_slots,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
