/* Functions of the C library with a static of their own, one by its address: the module
 * shares the GIL.  Safe ones beside them change nothing. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static PyObject *
spam_year(PyObject *module, PyObject *arguments)
{
    time_t now = time(NULL);
    struct tm *(*split)(const time_t *) = gmtime;
    return PyLong_FromLong(split(&now)->tm_year + 1900L);
}

typedef struct {
    PyObject *last;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_words(PyObject *module, PyObject *text)
{
    spam_state *state = get_spam_state(module);
    char copy[80];
    long n = 0;
    const char *given = PyUnicode_AsUTF8(text);
    if (given == NULL) {
        return NULL;
    }
    strncpy(copy, given, sizeof(copy) - 1);
    copy[sizeof(copy) - 1] = '\0';
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " ")) {
        n++;
    }
    Py_XSETREF(state->last, Py_NewRef(text));
    return PyLong_FromLong(n + (getenv("SPAM") != NULL) + rand() % 2);
}

static PyMethodDef spam_methods[] = {
    {"year", spam_year, METH_NOARGS, NULL},
    {"words", spam_words, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->last);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->last);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
