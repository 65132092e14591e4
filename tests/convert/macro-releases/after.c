#include <Python.h>

/* The release of the module goes, wherever the macro has it; other releases stay. */
#define CHECK(object) if (!(object)) { Py_DECREF(tools); return -1; }

#define ADD(name, object)                               \
    if (PyModule_AddObjectRef(m, name, object) < 0) {   \
        PyErr_BadInternalCall();                        \
        Py_DECREF(tools);                               \
        return -1;                                      \
    }

#define ADD_NEW(name, object)                       \
    if (PyModule_AddObject(m, name, object) < 0) {  \
        Py_DECREF(object);                          \
        return -1;                                  \
    }

#define GIVE_UP(module, other) do { Py_DECREF(other); } while (0)

static PyMethodDef spam_methods[] = {
    {NULL, NULL, 0, NULL},
};

typedef struct {
    PyObject *spam_error;
    PyObject *spam_list;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

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
    PyObject *tools = PyImport_ImportModule("types");
    if (tools == NULL) {
        return -1;
    }
    state->spam_error = PyErr_NewException("spam.SpamError", NULL, NULL);
    CHECK(state->spam_error);
    ADD("SpamError", state->spam_error);
    state->spam_list = PyList_New(0);
    CHECK(state->spam_list);
    if (PyModule_AddObjectRef(m, "list", state->spam_list) < 0) {
        GIVE_UP(m, tools);
        return -1;
    }
    PyObject *version = PyUnicode_FromString("1.0");
    CHECK(version);
    ADD_NEW("version", version);
    Py_DECREF(tools);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
