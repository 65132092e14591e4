/* References to static types that paths take and give away differently. */
#include <Python.h>

typedef struct { PyObject_HEAD int n; } Thing;

typedef struct {
    PyTypeObject *Dict_Type;
    PyTypeObject *Helper_Type;
    PyTypeObject *Stolen_Type;
    PyTypeObject *Both_Type;
    PyTypeObject *Kept_Type;
    PyTypeObject *Given_Type;
    PyTypeObject *Direct_Type;
    PyTypeObject *Drop_Type;
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
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Dict_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Dict_dealloc},
    {0, NULL},
};

static PyType_Spec Dict_Type_spec = {
    .name = "spam.Dict",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Dict_Type_slots,
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
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Stolen_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Stolen_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Stolen_dealloc},
    {Py_tp_traverse, Stolen_traverse},
    {0, NULL},
};

static PyType_Spec Stolen_Type_spec = {
    .name = "spam.Stolen",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Stolen_Type_slots,
};

static void
Both_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Both_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Both_dealloc},
    {0, NULL},
};

static PyType_Spec Both_Type_spec = {
    .name = "spam.Both",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Both_Type_slots,
};

static void
Kept_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Kept_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Kept_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Kept_dealloc},
    {Py_tp_traverse, Kept_traverse},
    {0, NULL},
};

static PyType_Spec Kept_Type_spec = {
    .name = "spam.Kept",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Kept_Type_slots,
};

static void
Given_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Given_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Given_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Given_dealloc},
    {Py_tp_traverse, Given_traverse},
    {0, NULL},
};

static PyType_Spec Given_Type_spec = {
    .name = "spam.Given",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Given_Type_slots,
};

static void
Direct_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Direct_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Direct_dealloc},
    {0, NULL},
};

static PyType_Spec Direct_Type_spec = {
    .name = "spam.Direct",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Direct_Type_slots,
};

static void
Drop_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Drop_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Drop_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Drop_dealloc},
    {Py_tp_traverse, Drop_traverse},
    {0, NULL},
};

static PyType_Spec Drop_Type_spec = {
    .name = "spam.Drop",
    .basicsize = sizeof(Thing),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Drop_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Dict_Type);
    Py_VISIT(state->Helper_Type);
    Py_VISIT(state->Stolen_Type);
    Py_VISIT(state->Both_Type);
    Py_VISIT(state->Kept_Type);
    Py_VISIT(state->Given_Type);
    Py_VISIT(state->Direct_Type);
    Py_VISIT(state->Drop_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Dict_Type);
    Py_CLEAR(state->Helper_Type);
    Py_CLEAR(state->Stolen_Type);
    Py_CLEAR(state->Both_Type);
    Py_CLEAR(state->Kept_Type);
    Py_CLEAR(state->Given_Type);
    Py_CLEAR(state->Direct_Type);
    Py_CLEAR(state->Drop_Type);
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

/* A helper that takes its own, and releases it where the dictionary fails. */
static int
add_to_dict(PyObject *dict, const char *name, PyTypeObject *type)
{
    if (PyType_Ready(type) < 0) {
        return -1;
    }
    if (PyDict_SetItemString(dict, name, (PyObject *)type) < 0) {
        return -1;
    }
    return 0;
}

/* A helper that takes the reference of its caller over. */
static int
give(PyObject *m, const char *name, PyTypeObject *type)
{
    return PyModule_AddObject(m, name, (PyObject *)type);
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
    PyObject *d = PyModule_GetDict(m);
    if ((state->Dict_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Dict_Type_spec, NULL)) == NULL
        || (state->Stolen_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Stolen_Type_spec, NULL)) == NULL
        || (state->Both_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Both_Type_spec, NULL)) == NULL
        || (state->Kept_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Kept_Type_spec, NULL)) == NULL)
    {
        goto failed;
    }
    if (PyDict_SetItemString(d, "Dict", (PyObject *)state->Dict_Type) < 0) {
        goto failed;
    }
    if (add_to_dict(d, "Helper", state->Helper_Type) < 0) {
        goto failed;
    }
    Py_INCREF(state->Stolen_Type);
    if (give(m, "Stolen", state->Stolen_Type) < 0) {
        Py_DECREF(state->Stolen_Type);
        goto failed;
    }
    /* One of the two is given away. */
    Py_INCREF(state->Both_Type);
    if (PyModule_AddObject(m, "Both", (PyObject *)state->Both_Type) < 0) {
        Py_DECREF(state->Both_Type);
        goto failed;
    }
    if (PyDict_SetItemString(d, "Again", (PyObject *)state->Both_Type) < 0) {
        goto failed;
    }
    /* It is held while code runs. */
    Py_INCREF(state->Kept_Type);
    if (PyObject_SetAttrString(m, "Kept", (PyObject *)state->Kept_Type) < 0) {
        Py_DECREF(state->Kept_Type);
        goto failed;
    }
    Py_DECREF(state->Kept_Type);
    /* Nothing is taken for what is given away, or released. */
    if ((state->Given_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Given_Type_spec, NULL)) == NULL
        || (state->Direct_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Direct_Type_spec, NULL)) == NULL
        || (state->Drop_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Drop_Type_spec, NULL)) == NULL)
    {
        goto failed;
    }
    Py_INCREF(state->Given_Type);
    if (give(m, "Given", state->Given_Type) < 0) {
        goto failed;
    }
    Py_INCREF(state->Direct_Type);
    if (PyModule_AddObject(m, "Direct", (PyObject *)state->Direct_Type) < 0) {
        Py_DECREF(state->Direct_Type);
        goto failed;
    }
    if (PyObject_SetAttrString(m, "Drop", (PyObject *)state->Drop_Type) < 0) {
        goto failed;
    }
    return 0;
failed:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
