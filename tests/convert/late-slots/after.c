/* Types whose slots are all given at run time, with functions that stand behind them. */
#include <Python.h>
#include <stddef.h>
#include <structmember.h>

/* An object with a name that is only its own. */
typedef struct {
    PyObject_HEAD
    PyObject *name;
    PyObject *weakrefs;
    void *state; /* of the module, once it was looked up */
} Egg;

typedef struct {
    PyTypeObject *Egg_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static struct PyModuleDef spam_module;

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static inline spam_state *
get_spam_state_by_type(PyTypeObject *type)
{
#if PY_VERSION_HEX >= 0x030B0000
    PyObject *module = PyType_GetModuleByDef(type, &spam_module);
#else
    PyObject *module = NULL;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(type->tp_mro); i++) {
        PyTypeObject *base = (PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, i);
        if (!PyType_HasFeature(base, Py_TPFLAGS_HEAPTYPE)) {
            continue;
        }
        PyObject *candidate = ((PyHeapTypeObject *)base)->ht_module;
        if (candidate != NULL && PyModule_GetDef(candidate) == &spam_module) {
            module = candidate;
            break;
        }
    }
#endif
    return module != NULL ? get_spam_state(module) : NULL;
}

/* By an instance, which keeps it in *kept: its type holds the module. */
static inline spam_state *
get_spam_state_kept(PyTypeObject *type, void **kept)
{
    if (*kept != NULL) {
        return (spam_state *)*kept;
    }
    spam_state *state = get_spam_state_by_type(type);
    *kept = state;
    return state;
}

static PyObject *
egg_new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs))
{
    return type->tp_alloc(type, 0);
}

static void
egg_dealloc(PyObject *self_)
{
    PyTypeObject *tp = Py_TYPE(self_);
    PyObject_GC_UnTrack(self_);
    Egg *self;

    self = (Egg *)self_;

    if (self->weakrefs != NULL) {
        PyObject_ClearWeakRefs(self_);
    }
    Py_XDECREF(self->name);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyObject *
egg_named(PyObject *self, PyObject *name)
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((Egg *)self)->state);
    PyObject *before = ((Egg *)self)->name;
    Py_INCREF(name);
    ((Egg *)self)->name = name;
    return before != NULL ? before : PyObject_CallFunctionObjArgs(
        (PyObject *)state->Egg_Type, NULL);
}

static PyMethodDef egg_methods[] = {
    {"named", egg_named, METH_O, "Give it a name."},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
Egg_traverse(Egg *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->name);
    return 0;
}

static PyMemberDef Egg_Type_members[] = {
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Egg, weakrefs), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

/* The type of eggs. */
static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, egg_new},
    {Py_tp_dealloc, egg_dealloc},
    {Py_tp_methods, egg_methods},
    {Py_tp_traverse, Egg_traverse},
    {Py_tp_members, Egg_Type_members},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

/* Initialises the module. */
static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }

    if (PyObject_SetAttrString(m, "Egg", (PyObject *)state->Egg_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
