/* A callback of qsort asks a setting of the environment and a table: neither finds the module,
 * and each import would set them to what stands there already.  So they stay. */
#include <Python.h>
#include <stdlib.h>

static int is_descending;
static unsigned char weights[256];

#define DIRECTION (is_descending ? -1 : 1)

static void
fill_weights(void)
{
    for (int i = 0; i < 256; i++) {
        unsigned char weight = (unsigned char)(i ^ (i >> 1));
        weights[i] = weight;
    }
}

static int
compare(const void *one, const void *other)
{
    int a = weights[*(const unsigned char *)one], b = weights[*(const unsigned char *)other];
    return DIRECTION * (a - b);
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
sorted(PyObject *self, PyObject *bytes)
{
    char *text;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &text, &size) < 0) {
        return NULL;
    }
    if (size == 0) {
        spam_state *state = get_spam_state(self);
        PyErr_SetString(state->SpamError, "empty");
        return NULL;
    }
    PyObject *result = PyBytes_FromStringAndSize(text, size);
    if (result != NULL) {
        qsort(PyBytes_AS_STRING(result), (size_t)size, 1, compare);
    }
    return result;
}

static PyMethodDef methods[] = {
    {"sorted", sorted, METH_O, NULL},
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
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
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
    if (getenv("SPAM_DESCENDING") != NULL) {
        is_descending = 1;
    }
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
