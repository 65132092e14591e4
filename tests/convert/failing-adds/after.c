/* Releases where PyModule_AddObject fails: of the reference that was taken for it, and of the
 * static's own. */
#include <Python.h>

typedef struct {
    PyTypeObject *First_Type;
    PyTypeObject *Second_Type;
    PyTypeObject *Third_Type;
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
    {Py_tp_dealloc, First_dealloc},
    {Py_tp_traverse, First_traverse},
    {0, NULL},
};

static PyType_Spec First_Type_spec = {
    .name = "spam.First",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
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
    {Py_tp_dealloc, Second_dealloc},
    {Py_tp_traverse, Second_traverse},
    {0, NULL},
};

static PyType_Spec Second_Type_spec = {
    .name = "spam.Second",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Second_Type_slots,
};

static void
Third_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Third_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Third_Type_slots[] = {
    {Py_tp_dealloc, Third_dealloc},
    {Py_tp_traverse, Third_traverse},
    {0, NULL},
};

static PyType_Spec Third_Type_spec = {
    .name = "spam.Third",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Third_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->First_Type);
    Py_VISIT(state->Second_Type);
    Py_VISIT(state->Third_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->First_Type);
    Py_CLEAR(state->Second_Type);
    Py_CLEAR(state->Third_Type);
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

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->First_Type = spam_new_type(m, &First_Type_spec);
    if (state->First_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->First_Type);
    if (PyModule_AddObject(m, "First", (PyObject *)state->First_Type) < 0) {
        Py_DECREF(state->First_Type);
        return -1;
    }
    state->Second_Type = spam_new_type(m, &Second_Type_spec);
    if (state->Second_Type == NULL) {
        return -1;
    }
    Py_INCREF(state->Second_Type);
    if (PyModule_AddObject(m, "Second", (PyObject *)state->Second_Type) < 0) {
        Py_DECREF(state->Second_Type);
        return -1;
    }
    state->Third_Type = spam_new_type(m, &Third_Type_spec);
    if (state->Third_Type == NULL) {
        return -1;
    }
    /* None is taken for this one. */
    Py_INCREF(state->Third_Type);
    if (PyModule_AddObject(m, "Third", (PyObject *)state->Third_Type) < 0) {
        Py_DECREF(state->Third_Type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
