#include <Python.h>

/* Types that are made ready when they are first needed. */
typedef struct {
    PyObject_HEAD
    int n;
} Thing;

static void
Thing_dealloc(Thing *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

typedef struct {
    int is_ready;
    PyTypeObject *Thing_Type;
    PyTypeObject *Child_Type;
    PyTypeObject *Asked_Type;
    PyTypeObject *Flagged_Type;
    PyTypeObject *Plain_Type;
    PyTypeObject *Part_Type;
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
spam_new_type(PyObject *module, PyType_Spec *spec, PyTypeObject *base)
{
    PyObject *bases = NULL;
    if (base != NULL) {
        bases = PyTuple_Pack(1, (PyObject *)base);
        if (bases == NULL) {
            return NULL;
        }
    }
    PyTypeObject *type =
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);
    Py_XDECREF(bases);
#if PY_VERSION_HEX < 0x030A0000
    if (type != NULL && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = NULL;
    }
#endif
    return type;
}

static int
Thing_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Thing_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Thing_traverse},
    {0, NULL},
};

static PyType_Spec Thing_Type_spec = {
    .name = "spam.Thing",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Thing_Type_slots,
};

/* Its base is never made ready but by it. */
static PyType_Slot Child_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {0, NULL},
};

static PyType_Spec Child_Type_spec = {
    .name = "spam.Child",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Child_Type_slots,
};

static int
Asked_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Asked_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Asked_traverse},
    {0, NULL},
};

static PyType_Spec Asked_Type_spec = {
    .name = "spam.Asked",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Asked_Type_slots,
};

static int
Flagged_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Flagged_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Flagged_traverse},
    {0, NULL},
};

static PyType_Spec Flagged_Type_spec = {
    .name = "spam.Flagged",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Flagged_Type_slots,
};

static int
Plain_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Plain_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Plain_traverse},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Plain_Type_slots,
};

static int
Part_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Part_Type_slots[] = {
    {Py_tp_dealloc, Thing_dealloc},
    {Py_tp_traverse, Part_traverse},
    {0, NULL},
};

static PyType_Spec Part_Type_spec = {
    .name = "spam.Part",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Part_Type_slots,
};

static PyObject *
make(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    Thing *thing;
    thing = (Thing *)state->Thing_Type->tp_alloc(state->Thing_Type, 0);
    return (PyObject *)thing;
}

static PyObject *
child(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return (PyObject *)(Thing *)state->Child_Type->tp_alloc(state->Child_Type,
                                                            0);
}

/* A constructor that knows no module. */
static PyObject *
new_asked(spam_state *state, int n)
{
    Thing *thing;
    thing = (Thing *)state->Asked_Type->tp_alloc(state->Asked_Type, 0);
    if (thing != NULL)
        thing->n = n;
    return (PyObject *)thing;
}

static PyObject *
asked(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return new_asked(state, 1);
}

static PyObject *
flagged(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    if (!state->is_ready) {
        state->is_ready = 1;
    }
    return (PyObject *)(Thing *)state->Flagged_Type->tp_alloc(
        state->Flagged_Type, 0);
}

/* Nothing else needs the state here. */
static PyObject *
prepare(PyObject *self, PyObject *unused)
{
    Py_RETURN_NONE;
}

static PyObject *
plain(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state(self);
    return (PyObject *)(Thing *)state->Plain_Type->tp_alloc(state->Plain_Type,
                                                            0);
}

/* A part of something else stays, and succeeds. */
static PyObject *
part(PyObject *self, PyObject *argument)
{
    spam_state *state = get_spam_state(self);
    if (argument == NULL || PyType_Ready(state->Part_Type) < 0)
        return NULL;
    return (PyObject *)(Thing *)state->Part_Type->tp_alloc(state->Part_Type,
                                                           0);
}

static PyMethodDef methods[] = {
    {"make", make, METH_NOARGS, NULL},
    {"child", child, METH_NOARGS, NULL},
    {"asked", asked, METH_NOARGS, NULL},
    {"flagged", flagged, METH_NOARGS, NULL},
    {"prepare", prepare, METH_NOARGS, NULL},
    {"plain", plain, METH_NOARGS, NULL},
    {"part", part, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Thing_Type);
    Py_VISIT(state->Child_Type);
    Py_VISIT(state->Asked_Type);
    Py_VISIT(state->Flagged_Type);
    Py_VISIT(state->Plain_Type);
    Py_VISIT(state->Part_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Thing_Type);
    Py_CLEAR(state->Child_Type);
    Py_CLEAR(state->Asked_Type);
    Py_CLEAR(state->Flagged_Type);
    Py_CLEAR(state->Plain_Type);
    Py_CLEAR(state->Part_Type);
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

static struct PyModuleDef def = {
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
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Thing_Type = spam_new_type(module, &Thing_Type_spec, NULL);
    if (state->Thing_Type == NULL) {
        return -1;
    }
    state->Child_Type = spam_new_type(module, &Child_Type_spec,
                                      state->Thing_Type);
    if (state->Child_Type == NULL) {
        return -1;
    }
    state->Asked_Type = spam_new_type(module, &Asked_Type_spec, NULL);
    if (state->Asked_Type == NULL) {
        return -1;
    }
    state->Flagged_Type = spam_new_type(module, &Flagged_Type_spec, NULL);
    if (state->Flagged_Type == NULL) {
        return -1;
    }
    state->Plain_Type = spam_new_type(module, &Plain_Type_spec, NULL);
    if (state->Plain_Type == NULL) {
        return -1;
    }
    state->Part_Type = spam_new_type(module, &Part_Type_spec, NULL);
    if (state->Part_Type == NULL) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&def);
}
