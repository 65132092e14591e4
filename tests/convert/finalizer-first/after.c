/* A finalizer may let the instance be used again, so that the collector must see it until then. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *source;
} Gather;

typedef struct {
    PyObject *finalized;
    PyTypeObject *Gather_Type;
    PyTypeObject *Late_Type;
    PyTypeObject *Plain_Type;
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

static int
note_end(spam_state *state, PyObject *self)
{
    return state->finalized != NULL
        ? PyList_Append(state->finalized, ((Gather *)self)->source) : 0;
}

static void
gather_finalize(PyObject *self)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (((Gather *)self)->source != NULL && PyList_Check(((Gather *)self)->source)
        && PyList_Append(((Gather *)self)->source, self) < 0)
    {
        PyErr_WriteUnraisable(self);
    }
    PyErr_Restore(type, value, traceback);
}

static int
gather_traverse(Gather *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->source);
    return 0;
}

static void
gather_dealloc(Gather *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Gather_Type_slots[] = {
    {Py_tp_dealloc, gather_dealloc},
    {Py_tp_traverse, gather_traverse},
    {Py_tp_finalize, gather_finalize},
    {0, NULL},
};

static PyType_Spec Gather_Type_spec = {
    .name = "spam.Gather",
    .basicsize = sizeof(Gather),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Gather_Type_slots,
};

/* Takes itself apart before it untracks, and asks for the result apart. */
static void
late_dealloc(Gather *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    int result = PyObject_CallFinalizerFromDealloc((PyObject *)self);
    if (result < 0) {
        return;
    }
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyType_Slot Late_Type_slots[] = {
    {Py_tp_dealloc, late_dealloc},
    {Py_tp_traverse, gather_traverse},
    {Py_tp_finalize, gather_finalize},
    {0, NULL},
};

static PyType_Spec Late_Type_spec = {
    .name = "spam.Late",
    .basicsize = sizeof(Gather),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Late_Type_slots,
};

/* The collector did not see its instances. */
static void
plain_dealloc(Gather *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    if (Py_TYPE(self)->tp_finalize != NULL
        && PyObject_CallFinalizerFromDealloc((PyObject *)self) < 0)
    {
        return;
    }
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->source);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static int
Plain_traverse(Gather *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->source);
    return 0;
}

static PyType_Slot Plain_Type_slots[] = {
    {Py_tp_dealloc, plain_dealloc},
    {Py_tp_finalize, gather_finalize},
    {Py_tp_traverse, Plain_traverse},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = sizeof(Gather),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Plain_Type_slots,
};

static PyObject *
make(PyTypeObject *type, PyObject *source)
{
    Gather *self = (Gather *)type->tp_alloc(type, 0);
    if (self != NULL) {
        Py_INCREF(source);
        self->source = source;
    }
    return (PyObject *)self;
}

static PyObject *
spam_gather(PyObject *self, PyObject *source)
{
    spam_state *state = get_spam_state(self);
    return make(state->Gather_Type, source);
}

static PyObject *
spam_late(PyObject *self, PyObject *source)
{
    spam_state *state = get_spam_state(self);
    return make(state->Late_Type, source);
}

static PyObject *
spam_plain(PyObject *self, PyObject *source)
{
    spam_state *state = get_spam_state(self);
    return make(state->Plain_Type, source);
}

static PyObject *
spam_note(PyObject *self, PyObject *object)
{
    spam_state *state = get_spam_state(self);
    if (Py_TYPE(object) != state->Gather_Type) {
        PyErr_SetString(PyExc_TypeError, "a Gather is expected");
        return NULL;
    }
    if (note_end(state, object) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef methods[] = {
    {"gather", spam_gather, METH_O, NULL},
    {"late", spam_late, METH_O, NULL},
    {"plain", spam_plain, METH_O, NULL},
    {"note", spam_note, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->finalized);
    Py_VISIT(state->Gather_Type);
    Py_VISIT(state->Late_Type);
    Py_VISIT(state->Plain_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->finalized);
    Py_CLEAR(state->Gather_Type);
    Py_CLEAR(state->Late_Type);
    Py_CLEAR(state->Plain_Type);
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
    .m_methods = methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    if ((state->Gather_Type = spam_new_type(module,
                                            &Gather_Type_spec)) == NULL
        || (state->Late_Type = spam_new_type(module, &Late_Type_spec)) == NULL
        || (state->Plain_Type = spam_new_type(module,
                                              &Plain_Type_spec)) == NULL)
    {
        return -1;
    }
    state->finalized = PyList_New(0);
    if (state->finalized == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
