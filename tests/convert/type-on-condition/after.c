#include <Python.h>

typedef struct {
    PyObject_HEAD
    int value;
} Spam;

typedef struct {
    PyTypeObject *Spam_Type;
    PyTypeObject *Egg_Type;
    PyTypeObject *Ham_Type;
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
Spam_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

static PyType_Slot Spam_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Spam_dealloc},
    {0, NULL},
};

static PyType_Spec Spam_Type_spec = {
    .name = "spam.Spam",
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = Spam_Type_slots,
};

static void
Egg_dealloc(PyObject *self)
{
    PyTypeObject *tp = Py_TYPE(self);
    tp->tp_free(self);
    Py_DECREF(tp);
}

/* Nothing is an instance of it where it is not made, and that is all that is asked. */
static PyType_Slot Egg_Type_slots[] = {
    {Py_tp_new, PyType_GenericNew},
    {Py_tp_dealloc, Egg_dealloc},
    {0, NULL},
};

static PyType_Spec Egg_Type_spec = {
    .name = "spam.Egg",
    .basicsize = sizeof(Spam),
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
    .basicsize = sizeof(Spam),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE |
        Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = Ham_Type_slots,
};

static PyObject *
take(PyObject *module, PyObject *args)
{
    spam_state *state = get_spam_state(module);
    PyObject *spam;
    if (!PyArg_ParseTuple(args, "O!:take", state->Spam_Type, &spam)) {
        return NULL;
    }
    return PyLong_FromLong(((Spam *)spam)->value);
}

static PyObject *
is_egg(PyObject *module, PyObject *object)
{
    spam_state *state = get_spam_state(module);
    return PyBool_FromLong(PyObject_TypeCheck(object, state->Egg_Type));
}

static PyObject *
ham_name(PyObject *module, PyObject *unused)
{
    spam_state *state = get_spam_state(module);
    return PyUnicode_FromString(state->Ham_Type->tp_name);
}

static PyMethodDef spam_methods[] = {
    {"take", take, METH_VARARGS, NULL},
    {"is_egg", is_egg, METH_O, NULL},
    {"ham_name", ham_name, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
spam_traverse(PyObject *module, visitproc visit, void *arg)
{
    spam_state *state = get_spam_state(module);
    Py_VISIT(state->Spam_Type);
    Py_VISIT(state->Egg_Type);
    Py_VISIT(state->Ham_Type);
    return 0;
}

static int
spam_clear(PyObject *module)
{
    spam_state *state = get_spam_state(module);
    Py_CLEAR(state->Spam_Type);
    Py_CLEAR(state->Egg_Type);
    Py_CLEAR(state->Ham_Type);
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

static struct PyModuleDef spammodule = {
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
add_eggs(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Egg_Type = spam_new_type(m, &Egg_Type_spec);
    if (state->Egg_Type == NULL) {
        return -1;
    }
    return PyModule_AddObjectRef(m, "Egg", (PyObject *)state->Egg_Type);
}

static int
spam_exec(PyObject *m)
{
    spam_state *state = get_spam_state(m);
    state->Spam_Type = spam_new_type(m, &Spam_Type_spec);
    if (state->Spam_Type == NULL) {
        return -1;
    }
    state->Ham_Type = spam_new_type(m, &Ham_Type_spec);
    if (state->Ham_Type == NULL) {
        return -1;
    }
    if (getenv("SPAM_ALL") != NULL) {
        if (PyType_Ready(state->Spam_Type) < 0 || PyModule_AddObjectRef(
                m, "Spam", (PyObject *)state->Spam_Type) < 0)
        {
            goto error;
        }
    }
    if (getenv("SPAM_EGGS") != NULL && add_eggs(m) < 0) {
        goto error;
    }
    if (getenv("SPAM_HAM") != NULL && PyType_Ready(state->Ham_Type) < 0) {
        goto error;
    }
    return 0;
error:
    return -1;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&spammodule);
}
