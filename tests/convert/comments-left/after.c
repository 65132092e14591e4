#include <Python.h>

/* ---- types ---- */

/* Types and functions, declared. */

typedef struct Ham Ham;

typedef struct {
    PyObject_HEAD
    long n;
} Egg;

typedef struct {
    /* Raised when the spam is off. */
    PyObject *spam_error;
    /* How often it was asked;
       never reset. */
    long n_calls;  /* of all threads */
    PyTypeObject *Egg_Type;
    PyTypeObject *Ham_Type;
    PyTypeObject *Spam_Type;
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

/* By a type of this module that has no subclasses. */
static inline spam_state *
get_spam_state_by_final_type(PyTypeObject *type)
{
    return get_spam_state(((PyHeapTypeObject *)type)->ht_module);
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

static PyObject *
Egg_fail(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    spam_state *state = get_spam_state_by_final_type(Py_TYPE(self));
    state->n_calls++;
    PyErr_SetString(state->spam_error, "off");
    return NULL;
}

static PyMethodDef Egg_methods[] = {
    {"fail", Egg_fail, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* What an egg can do. */
static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_methods, Egg_methods},
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Egg_Type_slots,
};

static void
Ham_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Ham_Type_slots[] = {
    {Py_tp_dealloc, Ham_dealloc},
    {0, NULL},
};

static PyType_Spec Ham_Type_spec = {
    .name = "spam.Ham",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Ham_Type_slots,
};

static void
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Egg),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Spam_Type_slots,
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->spam_error);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Ham_Type);
    Py_VISIT(state->Spam_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->spam_error);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Ham_Type);
    Py_CLEAR(state->Spam_Type);
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
    PyModuleDef_HEAD_INIT, "spam", NULL, sizeof(spam_state), NULL,
    .m_slots = spam_slots,
    .m_traverse = spam_traverse,
    .m_clear = spam_clear,
    .m_free = spam_free,
};

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    /* First the types. */
    if ((state->Egg_Type = spam_new_type(m, &Egg_Type_spec)) == NULL
        || (state->Ham_Type = spam_new_type(m, &Ham_Type_spec)) == NULL
        || (state->Spam_Type = spam_new_type(m, &Spam_Type_spec)) == NULL) {
        return -1;
    }
    /* Then the module. */
    /* The exception. */
    state->spam_error = PyErr_NewException("spam.Error", NULL, NULL);
    if (state->spam_error == NULL
        || PyModule_AddObjectRef(m, "Error", state->spam_error) < 0
        || PyModule_AddObjectRef(m, "Egg", (PyObject *)state->Egg_Type) < 0) {
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spam_module);
}
