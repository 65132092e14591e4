/* References to static types that nothing takes over: each would keep a heap type for ever. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;


typedef struct {
    PyTypeObject *Dict_Type;
    PyTypeObject *Attribute_Type;
    PyTypeObject *Helper_Type;
    PyTypeObject *Stolen_Type;
    PyTypeObject *First_Type;
    PyTypeObject *Second_Type;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
#endif

static inline spam_state *
get_spam_state(PyObject *module)
{
    return (spam_state *)PyModule_GetState(module);
}

static void
Dict_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Dict_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Dict_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Dict_dealloc},
    {Py_tp_traverse, Dict_traverse},
    {0, NULL},
};

static PyType_Spec Dict_Type_spec = {
    .name = "spam.Dict",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Dict_Type_slots,
};

static void
Attribute_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Attribute_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Attribute_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Attribute_dealloc},
    {Py_tp_traverse, Attribute_traverse},
    {0, NULL},
};

static PyType_Spec Attribute_Type_spec = {
    .name = "spam.Attribute",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Attribute_Type_slots,
};

static void
Helper_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Helper_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Helper_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Helper_dealloc},
    {Py_tp_traverse, Helper_traverse},
    {0, NULL},
};

static PyType_Spec Helper_Type_spec = {
    .name = "spam.Helper",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Helper_Type_slots,
};

static void
Stolen_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Stolen_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Stolen_dealloc},
    {0, NULL},
};

static PyType_Spec Stolen_Type_spec = {
    .name = "spam.Stolen",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Stolen_Type_slots,
};

static void
First_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
First_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot First_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, First_dealloc},
    {Py_tp_traverse, First_traverse},
    {0, NULL},
};

static PyType_Spec First_Type_spec = {
    .name = "spam.First",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = First_Type_slots,
};

static void
Second_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Second_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Second_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Second_dealloc},
    {Py_tp_traverse, Second_traverse},
    {0, NULL},
};

static PyType_Spec Second_Type_spec = {
    .name = "spam.Second",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Second_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Dict_Type);
    Py_VISIT(state->Attribute_Type);
    Py_VISIT(state->Helper_Type);
    Py_VISIT(state->Stolen_Type);
    Py_VISIT(state->First_Type);
    Py_VISIT(state->Second_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Dict_Type);
    Py_CLEAR(state->Attribute_Type);
    Py_CLEAR(state->Helper_Type);
    Py_CLEAR(state->Stolen_Type);
    Py_CLEAR(state->First_Type);
    Py_CLEAR(state->Second_Type);
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
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

/* A helper takes a reference that the dictionary does not take over. */
static int
add_type(PyObject *dict, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    return PyDict_SetItemString(dict, name, (PyObject *)type);
}

static int
add_tuple(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    PyObject *pair = Py_BuildValue("(OO)", state->Dict_Type,
                                   state->Attribute_Type);
    if (pair == NULL) {
        return -1;
    }
    if (PyObject_SetAttrString(m, "pair", pair) < 0) {
        Py_DECREF(pair);
        return -1;
    }
    Py_DECREF(pair);
    return 0;
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Helper_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Helper_Type_spec, NULL);
    if (state->Helper_Type == NULL) {
        return -1;
    }
    state->First_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &First_Type_spec, NULL);
    if (state->First_Type == NULL) {
        return -1;
    }
    state->Second_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Second_Type_spec, NULL);
    if (state->Second_Type == NULL) {
        return -1;
    }
    PyTypeObject *types[] = {state->First_Type, state->Second_Type};
    PyObject *alias;
    PyObject *d = PyModule_GetDict(m);
    if ((state->Dict_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Dict_Type_spec, NULL)) == NULL
        || (state->Attribute_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Attribute_Type_spec, NULL)) == NULL
        || (state->Stolen_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Stolen_Type_spec, NULL)) == NULL)
    {
        return -1;
    }
    if (PyDict_SetItemString(d, "Dict", (PyObject *)state->Dict_Type) < 0) {
        return -1;
    }
    alias = (PyObject *)state->Attribute_Type;
    if (d != NULL)
        {}
    if (PyObject_SetAttrString(m, "Attribute", alias) < 0) {
        return -1;
    }
    if (PyModule_AddObjectRef(m, "Again",
                              (PyObject *)state->Attribute_Type) < 0) {
        return -1;
    }
    if (add_type(d, "Helper", state->Helper_Type) < 0) {
        return -1;
    }
    Py_INCREF(state->Stolen_Type);
    if (PyModule_AddObject(m, "Stolen", (PyObject *)state->Stolen_Type) < 0) {
        Py_DECREF(state->Stolen_Type);
        return -1;
    }
    for (size_t i = 0; i < 2; i++) {
        if (PyType_Ready(types[i]) < 0) {
            return -1;
        }
        if (PyDict_SetItemString(d, types[i]->tp_name + 5, (PyObject *)types[i]) < 0) {
            return -1;
        }
    }
    if (add_tuple(m) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
