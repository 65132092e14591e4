/* Types without a module in their names, which variables hold. */
#include <Python.h>

typedef struct {
    PyObject_HEAD
} EggObject;

PyDoc_STRVAR(egg_name, "Egg");
static const char *const ham_name = "Ham";
static const char used_once[] = "Once";

typedef struct {
    PyTypeObject *EggType;
    PyTypeObject *HamType;
    PyTypeObject *OnceType;
} spam_state;

#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */
#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)
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
    /* The name of the static type had no module. */
    if (type != NULL && strncmp(spec->name, "builtins.", 9) == 0) {
        type->tp_name = spec->name + 9;
    }
    return type;
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

static PyType_Slot EggType_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {Py_tp_traverse, Egg_traverse},
    {0, NULL},
};

static PyType_Spec EggType_spec = {
    .name = "builtins.Egg",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = EggType_slots,
};

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Ham_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot HamType_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Ham_dealloc},
    {Py_tp_traverse, Ham_traverse},
    {0, NULL},
};

static PyType_Spec HamType_spec = {
    .name = "builtins.Ham",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = HamType_slots,
};

static void
Once_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static int
Once_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static PyType_Slot OnceType_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Once_dealloc},
    {Py_tp_traverse, Once_traverse},
    {0, NULL},
};

static PyType_Spec OnceType_spec = {
    .name = "builtins.Once",
    .basicsize = sizeof(EggObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
        Py_TPFLAGS_IMMUTABLETYPE,
    .slots = OnceType_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->EggType);
    Py_VISIT(state->HamType);
    Py_VISIT(state->OnceType);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->EggType);
    Py_CLEAR(state->HamType);
    Py_CLEAR(state->OnceType);
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

static struct PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_size = sizeof(spam_state),
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
add(PyObject *module, const char *name, PyTypeObject *type)
{
    return PyType_Ready(type) < 0
               ? -1
               : PyModule_AddObjectRef(module, name, (PyObject *)type);
}

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->EggType = spam_new_type(module, &EggType_spec);
    if (state->EggType == NULL) {
        return -1;
    }
    state->HamType = spam_new_type(module, &HamType_spec);
    if (state->HamType == NULL) {
        return -1;
    }
    state->OnceType = spam_new_type(module, &OnceType_spec);
    if (state->OnceType == NULL) {
        return -1;
    }
    if (add(module, egg_name, state->EggType) < 0
        || add(module, ham_name, state->HamType) < 0
        || add(module, "Once", state->OnceType) < 0)
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
