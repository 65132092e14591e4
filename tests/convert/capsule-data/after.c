/* Who has a capsule may use its pointer for long: it keeps the module, also where the pointer
 * goes through a local, or leads to an element. */
#include <Python.h>

typedef struct { unsigned length; const void *elements; } oid_desc;

static char bytes[] = "\x2a\x86\x48";

typedef struct {
    oid_desc oid;
    oid_desc several[2];
    oid_desc through_local;
    int moved;
    PyObject *oid_capsule;
    PyObject *several_capsule;
    PyObject *through_local_capsule;
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
length_of(PyObject *self, PyObject *capsule)
{
    spam_state *state = get_spam_state(self);
    oid_desc *desc = PyCapsule_GetPointer(capsule, NULL);
    state->moved++;
    return desc != NULL ? PyLong_FromUnsignedLong(desc->length) : NULL;
}

static PyMethodDef methods[] = {
    {"length_of", length_of, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    /* The module and this state have it, and nobody else. */
    if (state->oid_capsule != NULL && Py_REFCNT(state->oid_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->oid_capsule);
    /* The module and this state have it, and nobody else. */
    if (state->several_capsule != NULL
        && Py_REFCNT(state->several_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->several_capsule);
    /* The module and this state have it, and nobody else. */
    if (state->through_local_capsule != NULL
        && Py_REFCNT(state->through_local_capsule) <= 2) {
        Py_VISIT(module);
    }
    Py_VISIT(state->through_local_capsule);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->oid_capsule);
    Py_CLEAR(state->several_capsule);
    Py_CLEAR(state->through_local_capsule);
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
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
add_capsule(PyObject *m, const char *name, PyObject *capsule)
{
    int result = PyObject_SetAttrString(m, name, capsule);
    Py_XDECREF(capsule);
    return result;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->oid.length = 3;
    oid_desc *local = &state->through_local;
    state->oid.elements = bytes;
    local->length = 7;
    for (unsigned i = 0; i < 2; i++) {
        state->several[i].length = i;
        state->several[i].elements = bytes + i;
    }
    state->through_local.elements = state->several;
    if (add_capsule(m, "OID",
                    spam_new_capsule(m, &state->oid_capsule, &state->oid,
                                     NULL)) < 0
        || add_capsule(m, "SECOND",
                       spam_new_capsule(m, &state->several_capsule,
                                        &state->several[1], NULL)) < 0
        || add_capsule(m, "LOCAL",
                       spam_new_capsule(m, &state->through_local_capsule,
                                        (void *)local, NULL)) < 0)
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
