/* Statics that begin with the address of an object, and have it for good. */
#include <Python.h>

typedef struct {
    PyTypeObject *Spam_Type;
    PyTypeObject *number_type;
    PyObject *missing;
    PyObject *egg_class;
    PyTypeObject *Spam_Type_;
    PyTypeObject *Egg_Type;
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
Spam_Type__dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Spam_Type__traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Spam_Type__slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_Type__dealloc},
    {Py_tp_traverse, Spam_Type__traverse},
    {0, NULL},
};

static PyType_Spec Spam_Type__spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type__slots,
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
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static PyObject *
spam_make(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    if (object == state->missing) {
        return Py_NewRef(state->missing);
    }
    return PyObject_CallNoArgs(Py_TYPE(object) == state->number_type ? state->egg_class
                                                              : (PyObject *)state->Spam_Type);
}

static PyMethodDef spam_methods[] = {
    {"make", spam_make, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->number_type);
    Py_VISIT(state->missing);
    Py_VISIT(state->egg_class);
    Py_VISIT(state->Spam_Type_);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->number_type);
    Py_CLEAR(state->missing);
    Py_CLEAR(state->egg_class);
    Py_CLEAR(state->Spam_Type_);
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
    .m_methods = spam_methods,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type_ = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Spam_Type__spec, NULL);
    if (state->Spam_Type_ == NULL) {
        return -1;
    }
    state->Spam_Type = state->Spam_Type_;
    Py_INCREF(state->Spam_Type);
    state->number_type = &PyLong_Type;
    Py_INCREF(state->number_type);
    state->missing = Py_None;
    Py_INCREF(state->missing);
    if (PyType_Ready(state->Spam_Type) < 0) {
        return -1;
    }
    state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
        m, &Egg_Type_spec, NULL);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    state->egg_class = (PyObject *)state->Egg_Type;
    Py_INCREF(state->egg_class);
    if (PyModule_AddType(m, state->Spam_Type) < 0
        || PyObject_SetAttrString(m, "Egg", state->egg_class) < 0)
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
