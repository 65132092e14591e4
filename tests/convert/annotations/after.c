/* An attribute `__annotations__` of instances, defined by a base only; and types without a
 * tp_new, with methods and without, which the old pickling protocols refused. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
    PyObject *notes;
    void *state; /* of the module, once it was looked up */
} Proxy;

static PyObject *
get_notes(Proxy *self, void *closure)
{
    return Py_NewRef(self->notes != NULL ? self->notes : Py_None);
}

static int
set_notes(Proxy *self, PyObject *value, void *closure)
{
    Py_XINCREF(value);
    Py_XSETREF(self->notes, value);
    return 0;
}

static int
proxy_traverse(Proxy *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->notes);
    return 0;
}

static int
proxy_clear(Proxy *self)
{
    Py_CLEAR(self->notes);
    return 0;
}

static void
proxy_dealloc(Proxy *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    proxy_clear(self);
    Py_TYPE(self)->tp_free((PyObject *)self);
    Py_DECREF(tp);
}

static PyGetSetDef proxy_getset[] = {
    {"__annotations__", (getter)get_notes, (setter)set_notes, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

typedef struct {
    PyTypeObject *Proxy_Type;
    PyTypeObject *Special_Type;
    PyTypeObject *Bare_Type;
    PyTypeObject *Plain_Type;
    PyTypeObject *With_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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

static PyObject *
proxy_iter(PyObject *self)
{
    spam_state *state = get_spam_state_kept(Py_TYPE(self),
                                            &((Proxy *)self)->state);
    return PyType_GenericAlloc(state->Bare_Type, 0);
}

static PyType_Slot Proxy_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_getset, proxy_getset},
    {Py_tp_iter, proxy_iter},
    {0, NULL},
};

static PyType_Spec Proxy_Type_spec = {
    .name = "spam.Proxy",
    .basicsize = sizeof(Proxy),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Proxy_Type_slots,
};

static PyGetSetDef special_getset[] = {
    {"__annotations__", (getter)get_notes, (setter)set_notes, NULL, NULL},
    {"notes", (getter)get_notes, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Special_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_getset, special_getset},
    {0, NULL},
};

static PyType_Spec Special_Type_spec = {
    .name = "spam.Special",
    .basicsize = sizeof(Proxy),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Special_Type_slots,
};

static PyGetSetDef Plain_Type_getset[] = {
    {"__annotations__", (getter)get_notes, (setter)set_notes, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot Plain_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, proxy_dealloc},
    {Py_tp_traverse, proxy_traverse},
    {Py_tp_clear, proxy_clear},
    {Py_tp_getset, Plain_Type_getset},
    {0, NULL},
};

static PyType_Spec Plain_Type_spec = {
    .name = "spam.Plain",
    .basicsize = sizeof(Proxy),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Plain_Type_slots,
};

static void
Bare_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Bare_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Bare_Type_slots[] = {
    {Py_tp_dealloc, Bare_dealloc},
    {Py_tp_traverse, Bare_traverse},
    {0, NULL},
};

static PyType_Spec Bare_Type_spec = {
    .name = "spam.bare",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Bare_Type_slots,
};

static PyObject *
with_next(PyObject *self, PyObject *unused)
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    return PyType_GenericAlloc(state->Bare_Type, 0);
}

static PyMethodDef with_methods[] = {
    {"next", with_next, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
With_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
With_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot With_Type_slots[] = {
    {Py_tp_methods, with_methods},
    {Py_tp_dealloc, With_dealloc},
    {Py_tp_traverse, With_traverse},
    {0, NULL},
};

static PyType_Spec With_Type_spec = {
    .name = "spam.with_methods",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = With_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Proxy_Type);
    Py_VISIT(state->Special_Type);
    Py_VISIT(state->Bare_Type);
    Py_VISIT(state->Plain_Type);
    Py_VISIT(state->With_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Proxy_Type);
    Py_CLEAR(state->Special_Type);
    Py_CLEAR(state->Bare_Type);
    Py_CLEAR(state->Plain_Type);
    Py_CLEAR(state->With_Type);
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
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Proxy_Type = spam_new_type(m, &Proxy_Type_spec, NULL);
    if (state->Proxy_Type == NULL) {
        return -1;
    }
    state->Special_Type = spam_new_type(m, &Special_Type_spec,
                                        state->Proxy_Type);
    if (state->Special_Type == NULL) {
        return -1;
    }
    state->Plain_Type = spam_new_type(m, &Plain_Type_spec,
                                      state->Special_Type);
    if (state->Plain_Type == NULL) {
        return -1;
    }
    if ((state->Bare_Type = spam_new_type(m, &Bare_Type_spec, NULL)) == NULL
        || (state->With_Type = spam_new_type(m, &With_Type_spec,
                                             NULL)) == NULL
        || PyModule_AddType(m, state->Proxy_Type) < 0
        || PyModule_AddType(m, state->Special_Type) < 0
        || PyModule_AddType(m, state->Plain_Type) < 0)
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
