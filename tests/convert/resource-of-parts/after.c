/* Memory of parts of statics that a method gives back, if it is called: each module object has its
 * own.  What one function opens and closes is not the module's. */
#include <Python.h>
#include <regex.h>
#include <stdlib.h>

struct link {
    struct link *next;
    int n;
};

struct box {
    char *text;
    int n;
};

struct entry_record {
    char *text;
    int n;
};

static int
open_box(struct box *b)
{
    b->text = malloc(16);
    b->n = 1;
    return b->text != NULL ? 0 : -1;
}

static void
close_box(struct box *b)
{
    free(b->text);
    b->text = NULL;
}

typedef struct {
    struct entry_record entry;
    char *lines[2];
    struct link *buckets[4];
    struct box box;
    regex_t kept;
    regex_t used;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
open_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    struct link *link = malloc(sizeof(struct link));
    state->entry.text = malloc(16);
    state->lines[1] = malloc(16);
    if (link == NULL || state->entry.text == NULL || state->lines[1] == NULL
        || open_box(&state->box) < 0 || regcomp(&state->kept, "a+", 0) != 0)
    {
        return PyErr_NoMemory();
    }
    state->entry.n = 1;
    link->n = state->entry.n;
    link->next = state->buckets[link->n];
    state->buckets[link->n] = link;
    Py_RETURN_NONE;
}

static PyObject *
close_all(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    free(state->entry.text);
    state->entry.text = NULL;
    free(state->lines[1]);
    state->lines[1] = NULL;
    while (state->buckets[1] != NULL) {
        struct link *link = state->buckets[1];
        state->buckets[1] = link->next;
        free(link);
    }
    close_box(&state->box);
    regfree(&state->kept);
    Py_RETURN_NONE;
}

static int
open_pattern(spam_state *state, const char *text)
{
    return regcomp(&state->used, text, 0);
}

static void
close_pattern(spam_state *state)
{
    regfree(&state->used);
}

static PyObject *
search(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    const char *text = PyUnicode_AsUTF8(arg);
    if (text == NULL) {
        return NULL;
    }
    if (open_pattern(state, "a+") != 0) {
        return PyErr_NoMemory();
    }
    int found = regexec(&state->used, text, 0, NULL, 0) == 0;
    close_pattern(state);
    return PyBool_FromLong(found);
}

static PyMethodDef methods[] = {
    {"open", open_all, METH_NOARGS, NULL},
    {"close", close_all, METH_NOARGS, NULL},
    {"search", search, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

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
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
