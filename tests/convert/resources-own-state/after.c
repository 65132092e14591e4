/* Memory in the state that the module has already: each module object has its own afterwards, and
 * what m_free does not release is told. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    PyObject *error;
    char *grown;
    size_t size;
    char *prefix;
} state_t;

static int
grow(char **buffer, size_t *size, size_t wanted)
{
    if (*size < wanted) {
        char *bigger = realloc(*buffer, wanted);
        if (bigger == NULL) {
            return -1;
        }
        *buffer = bigger;
        *size = wanted;
    }
    return 0;
}

static PyObject *
twice(PyObject *self, PyObject *arg)
{
    state_t *state = PyModule_GetState(self);
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (strlen(text) > 1000) {
        PyErr_SetString(state->error, "too long");
        return NULL;
    }
    if (grow(&state->grown, &state->size, 2 * strlen(text) + 1) < 0) {
        return PyErr_NoMemory();
    }
    sprintf(state->grown, "%s%s", text, text);
    return PyUnicode_FromFormat("%s%s", state->prefix, state->grown);
}

static PyMethodDef methods[] = {
    {"twice", twice, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static inline state_t *
get_module_state(PyObject *module)
{
    return (state_t *)PyModule_GetState(module);
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    state_t *st = get_module_state(module);
    Py_VISIT(st->error);
    return 0;
}

static int
module_clear(PyObject *module)
{
    state_t *st = get_module_state(module);
    Py_CLEAR(st->error);
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear((PyObject *)module);
}

static int module_exec(PyObject *m);

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(state_t),
    .m_methods = methods,
    .m_slots = module_slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

static int
module_exec(PyObject *m)
{
    state_t *state = PyModule_GetState(m);
    state->prefix = strdup("> ");
    state->error = PyErr_NewException("module.error", NULL, NULL);
    if (state->error == NULL || PyModule_AddObjectRef(m, "error", state->error) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module_def);
}
