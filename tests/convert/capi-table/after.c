#include <Python.h>

/* What the capsule hands out. */
typedef struct {
    PyTypeObject *type;
    int (*check)(PyObject *);
    int version;
} CAPI;

static int
is_object(PyObject *object)
{
    return object != Py_None;
}

typedef struct {
    CAPI capi;
    PyTypeObject *spam_Type;
    PyObject *capi_capsule;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

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

static void
spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
spam_heap_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, spam_dealloc},
    {Py_tp_traverse, spam_heap_traverse},
    {0, NULL},
};

static PyType_Spec spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = spam_Type_slots,
};

static PyObject *
version(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    PyObject *capsule = PyObject_GetAttrString(module, "_C_API");
    CAPI *api = capsule != NULL ? PyCapsule_GetPointer(capsule, "spam._C_API") : NULL;
    Py_XDECREF(capsule);
    if (api == NULL) {
        return NULL;
    }
    return Py_BuildValue("Oii", (PyObject *)api->type, api->check(module), api->version);
}

static PyMethodDef spam_methods[] = {
    {"version", version, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    /* The module and this state have it, and nobody else. */
    if (state->capi_capsule != NULL && Py_REFCNT(state->capi_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->capi_capsule);
    Py_VISIT(state->capi.type);
    Py_VISIT(state->spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->capi_capsule);
    Py_CLEAR(state->capi.type);
    Py_CLEAR(state->spam_Type);
    return 0;
}

static void
spam_free(void *module)
{
    (void)spam_clear((PyObject *)module);
}

static int moduleinit(PyObject *m);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, moduleinit},
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

static int
moduleinit(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->capi.check = is_object;
    state->capi.version = 2;
    PyObject *capsule;

    state->spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &spam_Type_spec, NULL);
    if (state->spam_Type == NULL) {
        return -1;
    }
    state->capi.type = state->spam_Type;
    Py_INCREF(state->capi.type);
    capsule = spam_new_capsule(m, &state->capi_capsule, &state->capi,
                               "spam._C_API");
    if (capsule == NULL) {
        return -1;
    }
    if (PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_DECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
