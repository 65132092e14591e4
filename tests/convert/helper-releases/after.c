#include <Python.h>

/* Other objects are handed to it, too: only what gives the module goes. */
static void
drop(PyObject *object)
{
    Py_XDECREF(object);
}

static void
drop_asked(PyObject *object)
{
    if (object != NULL) {
        Py_DECREF(object);
    }
}

/* One that is only given the module: its release goes. */
static void
drop_module(PyObject *object)
{
    PySys_WriteStderr("no import\n");
}

typedef struct {
    PyObject *spam_error;
    PyObject *spam_list;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static PyObject *
spam_list_get(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return Py_NewRef(state->spam_list);
}

static PyMethodDef spam_methods[] = {
    {"list", spam_list_get, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    Py_VISIT(state->spam_list);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
    Py_CLEAR(state->spam_list);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
add_version(PyObject *module)
{
    PyObject *version = PyUnicode_FromString("1.0");
    if (version == NULL) {
        return -1;
    }
    if (PyModule_AddObjectRef(module, "version", version) < 0) {
        drop(version);
        return -1;
    }
    drop(version);
    return 0;
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    PyObject *list = PyList_New(0);
    if (list == NULL) {
        return -1;
    }
    state->spam_error = PyErr_NewException("spam.error", NULL, NULL);
    if (state->spam_error == NULL
        || PyModule_AddObjectRef(module, "error", state->spam_error) < 0) {
        drop_asked(list);
        return -1;
    }
    if (PyModule_AddIntConstant(module, "answer", 42) < 0) {
        drop(list);
        drop_module(module);
        return -1;
    }
    state->spam_list = list;
    return add_version(module) < 0 ? -1 : 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
