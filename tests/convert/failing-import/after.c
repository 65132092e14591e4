/* An import that fails gives up what it made: the state's own reference, or one that was taken
 * for PyModule_AddObject. */
#include <Python.h>

struct pair_record { PyObject *one, *two; };

typedef struct {
    PyObject *Error;
    PyObject *cache;
    PyObject *local;
    PyObject *branch;
    PyObject *helped;
    PyObject *kept;
    PyObject *dropped;
    PyObject *words[3];
    struct pair_record pair;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_fail(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->Error, "no");
    return NULL;
}

static PyObject *
spam_all(PyObject *self, PyObject *args)
{
    spam_state *state = get_spam_state(self);
    return Py_BuildValue("OOOOOOOOOO", state->helped, state->local,
                         state->branch, state->cache, state->kept,
                         state->dropped, state->words[0], state->words[2],
                         state->pair.one, state->pair.two);
}

static PyMethodDef spam_methods[] = {
    {"fail", spam_fail, METH_NOARGS, NULL},
    {"all", spam_all, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Error);
    Py_VISIT(state->cache);
    Py_VISIT(state->local);
    Py_VISIT(state->branch);
    Py_VISIT(state->helped);
    Py_VISIT(state->kept);
    Py_VISIT(state->dropped);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->words); i++) {
        Py_VISIT(state->words[i]);
    }
    Py_VISIT(state->pair.one);
    Py_VISIT(state->pair.two);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Error);
    Py_CLEAR(state->cache);
    Py_CLEAR(state->local);
    Py_CLEAR(state->branch);
    Py_CLEAR(state->helped);
    Py_CLEAR(state->kept);
    Py_CLEAR(state->dropped);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->words); i++) {
        Py_CLEAR(state->words[i]);
    }
    Py_CLEAR(state->pair.one);
    Py_CLEAR(state->pair.two);
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
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

/* Is the import to fail at step number N? */
static int
fails_at(long n)
{
    PyObject *step = PySys_GetObject("spam_fails");
    if (step == NULL || PyLong_AsLong(step) != n) {
        return 0;
    }
    PyErr_SetString(PyExc_ImportError, "told to fail");
    return 1;
}


static int
add_words(spam_state *state)
{
    int n;
    for (n = 0; n < 3; n++) {
        state->words[n] = PyList_New(n);
        if (state->words[n] == NULL || fails_at(n)) {
            goto error;
        }
    }
    return 0;

error:
    while (n >= 0) {
        Py_CLEAR(state->words[n]);
        n--;
    }
    return -1;
}

static void
drop_pair(spam_state *state)
{
    Py_CLEAR(state->pair.one);
    Py_CLEAR(state->pair.two);
}

static int
add_pair(spam_state *state)
{
    state->pair.one = PyList_New(1);
    state->pair.two = PyList_New(2);
    if (state->pair.one == NULL || state->pair.two == NULL || fails_at(3)) {
        drop_pair(state);
        return -1;
    }
    return 0;
}

static void
drop(PyObject **object)
{
    Py_XDECREF(*object);
}

/* A helper gets the address. */
static int
add_helped(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->helped = PyList_New(2);
    if (state->helped == NULL || fails_at(8)
        || PyObject_SetAttrString(m, "helped", state->helped) < 0) {
        drop(&state->helped);
        state->helped = NULL;
        return -1;
    }
    return 0;
}

/* What a local releases is in the state, too. */
static int
add_local(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *list = PyList_New(1), *set = PySet_New(NULL);
    if (list == NULL || set == NULL) {
        goto error;
    }
    state->local = list;
    state->branch = set;
    if (fails_at(7) || PyObject_SetAttrString(m, "local", list) < 0) {
        goto error;
    }
    return 0;

error:
    Py_XDECREF(list);
    state->local = NULL;
    list = NULL;
    if (set != NULL) {
        Py_DECREF(set);
        state->branch = NULL;
    }
    return -1;
}

/* The reference that is released was taken for the module, which did not take it over. */
static int
add_kept(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->kept = PyDict_New();
    if (state->kept == NULL) {
        return -1;
    }
    Py_INCREF(state->kept);
    if (PyModule_AddObject(m, "kept", state->kept) < 0) {
        Py_DECREF(state->kept);
        return -1;
    }
    return 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->Error == NULL || fails_at(4)) {
        goto error;
    }
    if (PyObject_SetAttrString(m, "Error", state->Error) < 0) {
        goto error;
    }
    state->cache = PyDict_New();
    if (state->cache == NULL || fails_at(5)) {
        goto error;
    }
    state->dropped = PyList_New(0);
    if (state->dropped == NULL) {
        goto error;
    }
    if (PyObject_SetAttrString(m, "dropped", state->dropped) < 0) {
        goto error;
    }
    if (add_words(state) < 0 || add_pair(state) < 0 || add_kept(m) < 0
        || add_local(m) < 0 || add_helped(m) < 0 || fails_at(6)) {
        goto error;
    }
    return 0;

error:
    Py_CLEAR(state->Error);
    Py_CLEAR(state->cache);
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
