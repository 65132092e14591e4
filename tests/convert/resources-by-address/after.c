/* Memory that a function allocates for the static whose address it gets: the module's own
 * afterwards, and nothing gives it back, which the plan says. */
#define _GNU_SOURCE
#include <Python.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int
grow(void **buffer, size_t *size, size_t wanted)
{
    if (*size < wanted) {
        void *bigger = realloc(*buffer, wanted);
        if (bigger == NULL) {
            return -1;
        }
        *buffer = bigger;
        *size = wanted;
    }
    return 0;
}

static int
grow_text(char **text, size_t *size, size_t wanted)
{
    return grow((void **)text, size, wanted + 1);
}

typedef struct {
    char *quoted;
    size_t quoted_size;
    char *line;
    size_t line_size;
    struct kept { char * text; size_t size; } kept;
    char *names[2];
} module_state;

static inline module_state *
get_module_state(PyObject *module)
{
    return (module_state *)PyModule_GetState(module);
}

static PyObject *
quote(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (grow_text(&state->quoted, &state->quoted_size, strlen(text) + 2) < 0) {
        return PyErr_NoMemory();
    }
    sprintf(state->quoted, "'%s'", text);
    return PyUnicode_FromString(state->quoted);
}

static PyObject *
first_line(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    const char *name = PyUnicode_AsUTF8(arg);
    FILE *file = name != NULL ? fopen(name, "r") : NULL;
    if (file == NULL) {
        return PyErr_Format(PyExc_OSError, "no file");
    }
    ssize_t size = getline(&state->line, &state->line_size, file);
    fclose(file);
    return PyUnicode_FromStringAndSize(size > 0 ? state->line : "",
                                       size > 0 ? size : 0);
}

static PyObject *
keep(PyObject *self, PyObject *arg)
{
    module_state *state = get_module_state(self);
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (grow((void **)&state->kept.text, &state->kept.size,
             strlen(text) + 1) < 0) {
        return PyErr_NoMemory();
    }
    strcpy(state->kept.text, text);
    free(state->names[0]);
    state->names[0] = strdup(state->kept.text);
    return PyUnicode_FromString(
        state->names[0] != NULL ? state->names[0] : "");
}

static PyMethodDef methods[] = {
    {"keep", keep, METH_O, NULL},
    {"quote", quote, METH_O, NULL},
    {"first_line", first_line, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot module_slots[] = {
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "module",
    .m_size = sizeof(module_state),
    .m_methods = methods,
    .m_slots = module_slots,
};

PyMODINIT_FUNC
PyInit_module(void)
{
    return PyModuleDef_Init(&module);
}
