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

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(state_t),
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    PyObject *m = PyModule_Create(&module_def);
    if (m == NULL) {
        return NULL;
    }
    state_t *state = PyModule_GetState(m);
    state->prefix = strdup("> ");
    state->error = PyErr_NewException("module.error", NULL, NULL);
    if (state->error == NULL || PyModule_AddObjectRef(m, "error", state->error) < 0) {
        Py_DECREF(m);
        return NULL;
    }
    return m;
}
