/* A capsule that a function makes for whoever calls it. */
#include <Python.h>

typedef struct {
    PyObject *error;
    int calls;
} API;

typedef struct {
    API api;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline void
spam_drop_capsule(PyObject *capsule)
{
    Py_XDECREF((PyObject *)PyCapsule_GetContext(capsule));
}

/* The pointer leads to the module state, so the capsule owns a reference to the
 * module. */
static inline PyObject *
spam_new_capsule(PyObject *module, PyObject **kept, void *pointer,
                 const char *name)
{
    PyObject *capsule = PyCapsule_New(pointer, name, spam_drop_capsule);
    if (capsule == NULL || PyCapsule_SetContext(capsule, module) < 0) {
        Py_XDECREF(capsule);
        return NULL;
    }
    Py_INCREF(module);
    if (kept != NULL) {
        Py_INCREF(capsule);
        *kept = capsule;
    }
    return capsule;
}

static PyObject *
get_api(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    API *given = &state->api;
    state->api.calls++;
    return spam_new_capsule(self, NULL, given, "spam.api");
}

static PyMethodDef methods[] = {
    {"get_api", get_api, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->api.error);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->api.error);
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
    state->api.error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->api.error == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
