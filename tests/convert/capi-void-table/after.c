/* What the capsule hands out is a table of void *, in which no object is owned. */
#include <Python.h>

typedef struct {
    void *spam_API[2];
    PyTypeObject *Spam_Type;
    PyObject *spam_API_capsule;
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
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static int
is_object(PyObject *object)
{
    return object != Py_None;
}

static PyObject *
new_spam(PyObject *module, PyObject *Py_UNUSED(args))
{
    spam_state *state = get_spam_state(module);
    return PyObject_CallFunctionObjArgs((PyObject *)state->spam_API[1], NULL);
}

static PyMethodDef methods[] = {
    {"new_spam", new_spam, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    /* The module and this state have it, and nobody else. */
    if (state->spam_API_capsule != NULL
        && Py_REFCNT(state->spam_API_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->spam_API_capsule);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_API_capsule);
    Py_CLEAR(state->Spam_Type);
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
    state->spam_API[0] = (void *)is_object;
    PyObject *capsule;
    state->Spam_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type_spec, NULL);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->spam_API[1] = (void *)state->Spam_Type;
    capsule = spam_new_capsule(m, &state->spam_API_capsule,
                               (void *)state->spam_API, "spam._C_API");
    if (capsule == NULL || PyModule_AddObject(m, "_C_API", capsule) < 0) {
        Py_XDECREF(capsule);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
