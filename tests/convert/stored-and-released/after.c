#include <Python.h>

typedef struct {
    PyObject *spam_last;
    PyObject *spam_list;
    PyObject *spam_kept;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* The iterated object lives in what is iterated: the static borrowed it. */
static PyObject *
walk(PyObject *module, PyObject *iterator)
{
    spam_state *state = get_spam_state(module);
    PyObject *object;
    while ((object = PyIter_Next(iterator)) != NULL) {
        Py_XINCREF(object);
        Py_XSETREF(state->spam_last, object);
        Py_DECREF(object);
    }
    if (PyErr_Occurred()) {
        return NULL;
    }
    return PyBool_FromLong(state->spam_last != NULL);
}

/* One of both happens. */
static PyObject *
keep(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    PyObject *text = PyObject_Str(object);
    if (text == NULL) {
        return NULL;
    }
    if (state->spam_kept == NULL) {
        state->spam_kept = text;
        Py_RETURN_TRUE;
    }
    Py_DECREF(text);
    Py_RETURN_FALSE;
}

static PyMethodDef spam_methods[] = {
    {"walk", walk, METH_O, NULL},
    {"keep", keep, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_last);
    Py_VISIT(state->spam_list);
    Py_VISIT(state->spam_kept);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_last);
    Py_CLEAR(state->spam_list);
    Py_CLEAR(state->spam_kept);
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

static struct PyModuleDef spammodule = {
    PyModuleDef_HEAD_INIT,
    .m_name = "spam",
    .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    /* The dictionary keeps it. */
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return -1;
    }
    state->spam_list = list;
    Py_XINCREF(state->spam_list);
    if (PyModule_AddObjectRef(m, "list", list) < 0) {
        Py_DECREF(list);
        return -1;
    }
    Py_DECREF(list);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
