/* Types and exceptions in tables: of a function, and of the file. */
#include <Python.h>

struct exceptions_record {
    const char *name;
    PyObject **slot;
};

typedef struct {
    PyObject *SpamError;
    PyObject *EggError;
    struct exceptions_record exceptions[2];
    PyTypeObject *known[3];
    PyTypeObject *Spam_Type;
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline PyTypeObject *
spam_new_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
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
    {Py_tp_dealloc, Spam_dealloc},
    {Py_tp_traverse, Spam_traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Egg_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Egg_Type_slots,
};

static PyObject *
is_known(PyObject *self, PyObject *arg)
{
    spam_state *state = get_spam_state(self);
    for (PyTypeObject **type = state->known; *type != NULL; type++) {
        if (Py_TYPE(arg) == *type) {
            Py_RETURN_TRUE;
        }
    }
    PyErr_SetString(state->SpamError, "not known");
    return NULL;
}

static int
add_types(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    struct {
        const char *name;
        PyTypeObject *type;
    } types[] = {
        {"Spam", state->Spam_Type},
        {"Egg", state->Egg_Type},
    };

    for (size_t i = 0; i < Py_ARRAY_LENGTH(types); i++) {
        if (PyType_Ready(types[i].type) < 0) {
            return -1;
        }
        Py_INCREF(types[i].type);
        if (PyModule_AddObject(module, types[i].name, (PyObject *)types[i].type) < 0) {
            Py_DECREF(types[i].type);
            return -1;
        }
    }
    return 0;
}

static PyMethodDef methods[] = {
    {"is_known", is_known, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->SpamError);
    Py_VISIT(state->EggError);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->known); i++) {
        Py_VISIT(state->known[i]);
    }
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->SpamError);
    Py_CLEAR(state->EggError);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->known); i++) {
        Py_CLEAR(state->known[i]);
    }
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Egg_Type);
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
    state->Spam_Type = spam_new_type(m, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Egg_Type = spam_new_type(m, &Egg_Type_spec);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->exceptions[0].name = "spam.Error";
    state->exceptions[0].slot = &state->SpamError;
    state->exceptions[1].name = "spam.EggError";
    state->exceptions[1].slot = &state->EggError;
    state->known[0] = state->Spam_Type;
    Py_INCREF(state->known[0]);
    state->known[1] = state->Egg_Type;
    Py_INCREF(state->known[1]);
    for (size_t i = 0; i < Py_ARRAY_LENGTH(state->exceptions); i++) {
        *state->exceptions[i].slot = PyErr_NewException(
            state->exceptions[i].name, NULL, NULL);
        if (*state->exceptions[i].slot == NULL) {
            return -1;
        }
    }
    if (add_types(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
