#include <Python.h>

typedef struct {
    PyObject *shell;
    PyObject *egg_class;
    PyObject *nest_class;
    PyObject *other_shell;
    PyObject *own_shell;
    PyTypeObject *Egg_Type;
    PyTypeObject *Nest_Type;
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

static void
Nest_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Nest_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot Nest_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Nest_dealloc},
    {Py_tp_traverse, Nest_traverse},
    {0, NULL},
};

static PyType_Spec Nest_Type_spec = {
    .name = "spam.Nest",
    .basicsize = sizeof(PyObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Nest_Type_slots,
};

static PyTypeObject *
egg_type(spam_state *state)
{
    return state->Egg_Type;
}

/* Its callers borrow what it returns. */
static PyObject *
get_shell(spam_state *state)
{
    if (state->shell == NULL) {
        state->shell = PyList_New(0);
    }
    return state->shell;
}

/* Its callers own what it returns. */
static PyObject *
new_shell(spam_state *state)
{
    Py_XINCREF(state->shell);
    return state->shell;
}

static PyObject *
spam_lay(PyObject *module, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state(module);
    return PyTuple_Pack(4, state->egg_class, state->nest_class,
                        state->other_shell, state->own_shell);
}

static PyMethodDef spam_methods[] = {
    {"lay", spam_lay, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->shell);
    Py_VISIT(state->egg_class);
    Py_VISIT(state->nest_class);
    Py_VISIT(state->other_shell);
    Py_VISIT(state->own_shell);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Nest_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->shell);
    Py_CLEAR(state->egg_class);
    Py_CLEAR(state->nest_class);
    Py_CLEAR(state->other_shell);
    Py_CLEAR(state->own_shell);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Nest_Type);
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
    if ((state->Egg_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
             m, &Egg_Type_spec, NULL)) == NULL
        || (state->Nest_Type = (PyTypeObject *)PyType_FromModuleAndSpec(
                m, &Nest_Type_spec, NULL)) == NULL) {
        return -1;
    }
    PyTypeObject *type = egg_type(state);
    state->egg_class = (PyObject *)type;
    Py_XINCREF(state->egg_class);
    Py_INCREF(type);
    if (PyModule_AddObject(m, "Egg", (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    PyTypeObject *nest = state->Nest_Type;
    Py_INCREF(nest);
    if (PyModule_AddObject(m, "Nest", (PyObject *)nest) < 0) {
        Py_DECREF(nest);
        return -1;
    }
    state->nest_class = (PyObject *)nest;
    Py_XINCREF(state->nest_class);
    state->other_shell = get_shell(state);
    Py_XINCREF(state->other_shell);
    if (state->other_shell == NULL) {
        return -1;
    }
    state->own_shell = new_shell(state);
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
