/* No callback of qsort asks what is the same for the whole process: between two values another
 * interpreter would see the first, also in a table; what is asked before it is set is another one
 * at the next import, and so is what counts; and a method sets the limit. */
#include <Python.h>
#include <stdlib.h>

static int is_descending;
static int is_imported;
static int n_imports;
static int limit;
static unsigned weights[256];

static void
fill_weights(void)
{
    for (int i = 0; i < 256; i++) {
        for (int k = 0; k < 8; k++) {
            weights[i] = (unsigned)(i >> k);
        }
    }
}

static int
direction(const void *one, const void *other)
{
    return is_descending ? -1 : 1;
}

static int
imported(const void *one, const void *other)
{
    return is_imported;
}

static int
imports(const void *one, const void *other)
{
    return n_imports;
}

static int
limited(const void *one, const void *other)
{
    return *(const unsigned char *)one > limit;
}

static int
weighed(const void *one, const void *other)
{
    return weights[*(const unsigned char *)one] > weights[*(const unsigned char *)other];
}

static PyObject *
set_limit(PyObject *self, PyObject *number)
{
    limit = (int)PyLong_AsLong(number);
    return limit == -1 && PyErr_Occurred() ? NULL : PyLong_FromLong(limit);
}

typedef struct {
    PyObject *SpamError;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
sorted(PyObject *self, PyObject *argument)
{
    char *text;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(argument, &text, &size) < 0) {
        return NULL;
    }
    if (size == 0) {
        spam_state *state = get_spam_state(self);
        PyErr_SetString(state->SpamError, "empty");
        return NULL;
    }
    PyObject *result = PyBytes_FromStringAndSize(text, size);
    if (result != NULL) {
        char *bytes = PyBytes_AS_STRING(result);
        qsort(bytes, (size_t)size, 1, direction);
        qsort(bytes, (size_t)size, 1, imported);
        qsort(bytes, (size_t)size, 1, imports);
        qsort(bytes, (size_t)size, 1, limited);
        qsort(bytes, (size_t)size, 1, weighed);
    }
    return result;
}

static PyMethodDef methods[] = {
    {"sorted", sorted, METH_O, NULL},
    {"set_limit", set_limit, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    is_descending = 0;
    if (getenv("SPAM_DESCENDING") != NULL) {
        is_descending = 1;
    }
    if (is_imported == 0) {
        n_imports++;
    }
    is_imported = 1;
    fill_weights();
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->SpamError == NULL) {
        return -1;
    }
    Py_INCREF(state->SpamError);
    if (PyModule_AddObject(m, "Error", state->SpamError) < 0) {
        Py_DECREF(state->SpamError);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
