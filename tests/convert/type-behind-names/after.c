/* A type that the source names by a macro, a static that borrows it, and a table of slots that
 * the import fills. */
#include <Python.h>

#define Spam_Type (state->Spam_Type_)

static int
spam_bool(PyObject *self)
{
    return 0;
}

typedef struct {
    PyObject *default_type;
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
    {Py_nb_bool, spam_bool},
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
spam_default(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    Py_INCREF(state->default_type);
    return state->default_type;
}

static PyObject *
spam_is(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    return PyBool_FromLong(Py_TYPE(object) == Spam_Type);
}

static PyMethodDef spam_methods[] = {
    {"default", spam_default, METH_NOARGS, NULL},
    {"is_spam", spam_is, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->default_type);
    Py_VISIT(state->Spam_Type_);
    Py_VISIT(state->Egg_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->default_type);
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
    if ((state->Spam_Type_ = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Spam_Type__spec, NULL)) == NULL
        || (state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Egg_Type_spec, NULL)) == NULL) {
        return -1;
    }
    Py_INCREF(Spam_Type);
    if (PyModule_AddObject(m, "Spam", (PyObject *)Spam_Type) < 0) {
        Py_DECREF(Spam_Type);
        return -1;
    }
    Py_INCREF(state->Egg_Type);
    if (PyModule_AddObject(m, "Egg", (PyObject *)state->Egg_Type) < 0) {
        Py_DECREF(state->Egg_Type);
        return -1;
    }
    state->default_type = (PyObject *)state->Egg_Type;
    Py_XINCREF(state->default_type);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
