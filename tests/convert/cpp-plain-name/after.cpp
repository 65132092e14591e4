/* The name of a type, without a dot, behind a cast. */
#include <Python.h>

struct Egg {
    PyObject_HEAD
    long weight;
};

typedef struct {
    PyTypeObject *Egg_Type;
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
        (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, nullptr);
#if PY_VERSION_HEX < 0x030A0000
    if (type != nullptr && (spec->flags & Py_TPFLAGS_DISALLOW_INSTANTIATION)) {
        type->tp_new = nullptr;
    }
#endif
    /* The name of the static type had no module. */
    if (type != nullptr && strncmp(spec->name, "builtins.", 9) == 0) {
        type->tp_name = spec->name + 9;
    }
    return type;
}

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_dealloc, (void *)Egg_dealloc},
    {0, nullptr},
};

static PyType_Spec Egg_Type_spec = {
    "builtins.egg",
    sizeof(Egg),
    0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    Egg_Type_slots,
};

static PyObject *
spam_egg(PyObject *module, PyObject *)
{
    spam_state *state = get_spam_state(module);
    Egg *egg = PyObject_New(Egg, state->Egg_Type);
    if (egg != nullptr) {
        egg->weight = 1;
    }
    return (PyObject *)egg;
}

static PyMethodDef spam_methods[] = {
    {"egg", spam_egg, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
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

static int spam_exec(PyObject *module);

static PyModuleDef_Slot spam_slots[] = {
    {Py_mod_exec, (void *)spam_exec},
#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
    {0, nullptr},
};

static PyModuleDef spam_module = {
    PyModuleDef_HEAD_INIT, "spam", nullptr, sizeof(spam_state), spam_methods,
    spam_slots, spam_traverse, spam_clear, spam_free,
};

static int
spam_exec(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    state->Egg_Type = spam_new_type(module, &Egg_Type_spec);
    if (state->Egg_Type == nullptr) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_spam()
{
    return PyModuleDef_Init(&spam_module);
}
