/* Memory and files that the module gives back itself at times, and forgets at once then: m_free
 * gives back what is there at the end. */
#include <Python.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FREE(memory) \
    do { \
        free(memory); \
        (memory) = NULL; \
    } while (0)

static char *
make(const char *from)
{
    char *copy = malloc(strlen(from) + 1);
    if (copy == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    return strcpy(copy, from);
}

static void
drop(int *memory)
{
    PyMem_Free(memory);
}

typedef struct {
    char *text;
    char *grown;
    size_t n_grown;
    int *numbers;
    FILE *file;
    char *made;
    wchar_t *wide;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
set(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *new_text = PyUnicode_AsUTF8(arg);
    if (new_text == NULL) {
        return NULL;
    }
    char *copy = make(new_text);
    if (copy == NULL) {
        return NULL;
    }
    char *old = state->text;
    state->text = copy;
    free(old);
    char *longer = realloc(state->grown, state->n_grown + 16);
    if (longer == NULL) {
        return PyErr_NoMemory();
    }
    state->grown = longer;
    state->n_grown += 16;
    if (state->numbers != NULL) {
        drop(state->numbers);
    }
    state->numbers = PyMem_New(int, 4);
    if (state->numbers == NULL) {
        return PyErr_NoMemory();
    }
    state->numbers[0] = 1;
    if (state->wide != NULL) {
        PyMem_Free(state->wide);
    }
    state->wide = PyUnicode_AsWideCharString(arg, NULL);
    if (state->wide == NULL) {
        return NULL;
    }
    free(state->made);
    state->made = make(state->text);
    if (state->made == NULL) {
        return NULL;
    }
    memset(state->grown, state->text[0], state->n_grown);
    return Py_BuildValue(
        "si", state->made,
        state->numbers[0] + state->grown[0] + (state->wide[0] == L'x'));
}

static PyObject *
use_file(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    if (state->file == NULL) {
        state->file = tmpfile();
        if (state->file == NULL) {
            return PyErr_SetFromErrno(PyExc_OSError);
        }
    }
    fputs("spam", state->file);
    return PyLong_FromLong(ftell(state->file));
}

static PyObject *
clear(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    FREE(state->text);
    free(state->grown), state->grown = NULL;
    state->n_grown = 0;
    drop(state->numbers);
    state->numbers = NULL;
    if (state->file != NULL) {
        fclose(state->file);
        state->file = NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"set", set, METH_O, NULL},
    {"use_file", use_file, METH_NOARGS, NULL},
    {"clear", clear, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
spam_free(void *module)
{
    spam_state *state = get_spam_state((PyObject *)module);
    free(state->text);
    free(state->grown);
    PyMem_Free(state->numbers);
    if (state->file != NULL) {
        fclose(state->file);
    }
    free(state->made);
    PyMem_Free(state->wide);
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
