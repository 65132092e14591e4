/* The pointer that a capsule is given goes through another static. */
#include <Python.h>

typedef struct {
    PyObject *registry;
    int (*forget)(PyObject *);
} API;

typedef struct {
    PyObject_HEAD
} Spam;

static int
forget(PyObject *object)
{
    return object != NULL;
}

typedef struct {
    API true_api;
    API *api;
    PyObject *SpamError;
    PyObject *true_api_capsule;
} spam_state;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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

static void
Spam_dealloc(PyObject *self)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    if (state->api->forget(self) && state->api->registry != NULL) {
        PyDict_Clear(state->api->registry);
    }
    PyTypeObject *type = Py_TYPE(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot Spam_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = Spam_slots,
};

static PyObject *
fail(PyObject *self, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(self);
    PyErr_SetString(state->SpamError, "failed");
    return NULL;
}

static PyMethodDef methods[] = {
    {"fail", fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    /* The module and this state have it, and nobody else. */
    if (state->true_api_capsule != NULL
        && Py_REFCNT(state->true_api_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->true_api_capsule);
    Py_VISIT(state->true_api.registry);
    Py_VISIT(state->SpamError);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->true_api_capsule);
    Py_CLEAR(state->true_api.registry);
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
    state->true_api.forget = forget;
    PyObject *capsule, *type;
    state->SpamError = PyErr_NewException("spam.Error", NULL, NULL);
    state->true_api.registry = PyDict_New();
    state->api = &state->true_api;
    type = PyType_FromModuleAndSpec(m, &Spam_spec, NULL);
    capsule = spam_new_capsule(m, &state->true_api_capsule, state->api,
                               "spam.api");
    if (state->SpamError == NULL || state->api->registry == NULL
        || type == NULL || capsule == NULL
        || PyModule_AddObject(m, "Spam", type) < 0
        || PyModule_AddObject(m, "api", capsule) < 0)
    {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
